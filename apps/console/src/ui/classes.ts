/** Joins the class names that are there: `classes(styles.button, isBusy && styles.busy)`. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
