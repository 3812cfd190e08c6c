"""The vault: an encrypted file that remembers who is called what, and what stood where, for whoever has the key."""

from unname.replace.vault.access import Access
from unname.replace.vault.vault import Vault

__all__ = ["Access", "Vault"]
