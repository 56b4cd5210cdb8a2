/** What an entry of the audit trail may be about, and what has a page or a history. Imports nothing. */
const thingKinds = [
  'sim',
  'panel',
  'company',
  'csr',
  'container',
  'user',
  'transaction',
  'batch',
  'session',
  'reservation',
] as const
export type ThingKind = (typeof thingKinds)[number]

/** A thing as the audit trail names it, and finds it by: its kind and its main identifier, 'sim 8901170000000000013'. */
export type Thing = `${ThingKind} ${string}`

export const thing = (kind: ThingKind, id: string | number): Thing => `${kind} ${id}`

const pattern = new RegExp(`^(?:${thingKinds.join('|')}) \\S+$`)

/** Whether a text names a thing, as migration 0018 reads it, too. */
export const isThing = (text: string): text is Thing => pattern.test(text)
