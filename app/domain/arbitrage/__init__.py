"""The code of arbitration: what each fault does to the donne and to its author."""
