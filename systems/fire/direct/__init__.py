"""Attacks with weapons: ``eligibility`` says which may be, ``numbers`` how they are rolled, ``attack`` what they do."""
