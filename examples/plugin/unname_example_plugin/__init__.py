"""A worked plug-in for unname: one module a component, each named in pyproject.toml."""
