"""What could be learned about the person from what is still visible?"""
