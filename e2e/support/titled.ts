/** The tab's title of a page; how many notices are unread, by work of other tests, may stand before it. */
export const titled = (title: string): RegExp =>
  new RegExp(`^(\\(\\d+\\) )?${title.replaceAll(/[.()]/g, '\\$&')} · Support Console$`)
