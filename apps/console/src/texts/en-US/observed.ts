import { observedFieldNames } from '@support-console/contract/observed.words'

/** What a system last said of a thing. */
export const observed = {
  LastObserved: 'Last observed',

  ...observedFieldNames,
} as const
