"""Open ground: round and long bases on a plane, walls and ditches between them. Whole numbers of 1/100 step.

Every comparison is exact in 64 bits under these bounds, which whoever loads a board or moves a base must hold:

- every coordinate, of both ends of a long base too, is 0 to ``COORDINATE_MAX`` = 32,767;
- a diameter is at most ``DIAMETER_MAX`` = 16,383.

So a difference is below 2**15, a cross or dot product of two differences at most 2**31, twice the area of a triangle
at most 2**30, a squared length at most 2**31. The largest numbers that occur are four times the square of such an
area, and the square of a cross product of two differences: at most 2**62.
"""
