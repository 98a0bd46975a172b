"""An independent, slow and obvious referee for Paohuzi, written from the rules text alone.

It shares no code with the package and exists only to disagree with it: see NOTES.md for its readings.
"""
