# A text tool under unittest -v.
cat > test_text.py <<'T'
import unittest
class TestSlug(unittest.TestCase):
    def test_lowercases_title(self): self.assertEqual("Title".lower(), "title")
    def test_replaces_spaces_by_hyphens(self): self.assertEqual("a b".replace(" ", "-"), "a-b")
    def test_strips_accents(self): self.assertEqual("café", "cafe")
    def test_empty_title_raises_value_error(self):
        with self.assertRaises(ValueError): int("")
    @unittest.skip("needs a dictionary")
    def test_removes_stop_words(self): pass
class TestWrap(unittest.TestCase):
    def test_breaks_long_lines(self): self.assertTrue(True)
    def test_keeps_urls_whole(self): raise KeyError("url")
    @unittest.expectedFailure
    def test_hyphenates_german(self): self.assertEqual(1, 2)
    @unittest.skipUnless(False, "terminal required")
    def test_fits_terminal_width(self): pass
    def test_ignores_trailing_blanks(self): self.assertEqual("a ".rstrip(), "a")
class TestMarkdown(unittest.TestCase):
    def test_escapes_html(self): self.assertIn("&lt;", "<b>".replace("<", "&lt;"))
    def test_table_of_contents_lists_every_heading(self): self.assertEqual(["a"], ["a", "b"])
T
python3 -m unittest -v test_text
