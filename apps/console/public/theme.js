// Sets the theme that the user chose before anything is painted, and one chosen in another tab. Written by src/ui/theme.ts;
// no choice: the system's.
try {
  const name = 'support-console.theme'
  const { dataset } = document.documentElement
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    else delete dataset.theme
  }
  apply(localStorage.getItem(name))
  addEventListener('storage', ({ key, newValue }) => key === name && apply(newValue))
} catch {
  // Storage may be refused; then the system's preference holds.
}
