"""A table without any input or output: messages and the time go in, messages and writes come out.

Everything that takes time is a number that `Table.wake` names; nothing here sleeps, so a test can play a whole
match, a time-out or two worlds side by side without waiting.
"""
