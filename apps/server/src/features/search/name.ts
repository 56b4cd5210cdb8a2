/** A name that people type as they remember it, as SQL. */
export interface Name {
  field: string
  from: string
  id: string
  /** As it is written. */
  value: string
  /** In small letters; where there are many, with an index in the order of bytes and one of trigrams. */
  key: string
  activity?: string
  /** It is a description: nothing is found by it as whole as by a name. */
  isText?: boolean
  /** The text whose words are indexed; left out where parts are enough. */
  words?: string
  /** People type it from memory: where nothing is called so, what is like it is found. */
  isRemembered?: boolean
  /** It is an email, with an index of what stands before its @, backwards. */
  isEmail?: boolean
  /** There are a few hundred at most, without an index. */
  isFew?: boolean
}
