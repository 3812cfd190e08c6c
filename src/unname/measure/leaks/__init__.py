"""The output check: does anything that was hidden still stand in what is released?"""
