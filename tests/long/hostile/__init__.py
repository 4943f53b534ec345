"""Long tests of hostile pages."""
