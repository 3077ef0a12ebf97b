"""One donne: what was played, what is refused, what each player marks, who deals next."""
