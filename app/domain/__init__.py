"""The law: values in, values out; no clock, no disk, no screen, no random source of its own."""
