"""An independent adversary: who is a released text about?"""
