/** A part of the product that StrykerJS changes, and the tests that should notice. */
export interface Area {
  /** Globs from the root. */
  mutate: readonly string[]
  tests: readonly string[]
  /** Changes that change nothing anyone can see. */
  equivalent?: readonly Equivalent[]
}

export interface Equivalent {
  /** The end of the path. */
  file: string
  /** What stands there, and what Stryker makes of it, as the list of survivors shows them. */
  was: string
  becomes: string
  why: string
}

const server = 'apps/server/src'
const contract = 'packages/contract/src'

export const areas: Record<string, Area> = {
  search: {
    mutate: [`${server}/features/search/**/*.ts`],
    tests: [`${server}/features/search/*.test.ts`],
  },
  things: {
    mutate: [`${server}/features/things/*.ts`],
    tests: [`${server}/features/things/*.test.ts`, `${server}/features/timeline/*.test.ts`],
  },
  timeline: {
    mutate: [`${server}/features/timeline/*.ts`],
    tests: [`${server}/features/timeline/*.test.ts`],
  },
  outbound: {
    mutate: [`${server}/platform/outbound/*.ts`],
    tests: [`${server}/platform/outbound/*.test.ts`],
  },
  diagnosis: {
    mutate: [`${server}/features/diagnosis/**/*.ts`],
    tests: [`${server}/features/diagnosis/*.test.ts`],
  },
  audit: {
    mutate: [`${server}/platform/audit/*.ts`],
    tests: [`${server}/platform/audit/*.test.ts`],
  },
  rights: {
    mutate: [`${contract}/{permissions,fact-rights}.ts`, `${server}/platform/sign-on/{guard,rights,user}.ts`],
    tests: [`${contract}/permissions.test.ts`, `${server}/platform/sign-on/{guard,rights}.test.ts`],
  },
  'sign-on': {
    mutate: [`${server}/platform/sign-on/{verify-token,ended-sign-ons,provider-keys}.ts`],
    tests: [`${server}/platform/sign-on/*.test.ts`],
  },
  readers: {
    mutate: [
      `${contract}/{batch-file,batch-list,batch-table,csv-cell,csv-records,encoding,file-kind,iccid,identifiers,ipv4,local-days,pasted,sentences,text,times}.ts`,
    ],
    tests: [`${contract}/*.test.ts`],
  },
}
