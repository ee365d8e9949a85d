"""Disruption: what a shaken unit must do, and how it recovers.

Second in every pass, so that a unit that lost its order in one pass answers for it in the next, before it is moved.
"""
