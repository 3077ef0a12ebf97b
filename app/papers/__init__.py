"""Printed forms and exports."""
