// Sets the theme that the user chose before anything is painted. Written by src/ui/theme.ts; no choice: the system's.
try {
  const theme = localStorage.getItem('support-console.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be refused; then the system's preference holds.
}
