"""Games without a client: the compiled loop, and the policies that choose orders in it."""
