import { createHash, timingSafeEqual } from 'node:crypto'

export interface Account {
  id: string
  email: string
  givenName: string
  familyName: string
  roles: string[]
}

/** The demo world's staff; every one has the same password, which the sign-in page shows. */
export const DEMO_PASSWORD = 'console'

export const accounts: readonly Account[] = [
  person('0b9a1c52-7d4e-4c1f-9a51-5e0d3b6f1a01', 'support@example.com', 'Support', 'Desk', ['support']),
  person('0b9a1c52-7d4e-4c1f-9a51-5e0d3b6f1a02', 'engineer@example.com', 'Erin', 'Engineer', [
    'support',
    'eng-admin',
  ]),
  person('0b9a1c52-7d4e-4c1f-9a51-5e0d3b6f1a03', 'auditor@example.com', 'Audrey', 'Auditor', ['auditor']),
  person('0b9a1c52-7d4e-4c1f-9a51-5e0d3b6f1a04', 'newcomer@example.com', 'Noel', 'Newcomer', []),
  person('0b9a1c52-7d4e-4c1f-9a51-5e0d3b6f1a05', 'robot@example.com', 'Automation', 'Robot', ['support']),
]

/** Those that the sign-in page offers; the robot works too, but no one needs to be it by a click. */
export const offeredAccounts = accounts.filter(({ email }) => email !== 'robot@example.com')

function person(id: string, email: string, givenName: string, familyName: string, roles: string[]): Account {
  return { id, email, givenName, familyName, roles }
}

export const nameOf = (account: Account): string => `${account.givenName} ${account.familyName}`

export const accountById = (id: string): Account | undefined => accounts.find((account) => account.id === id)

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The account, if email and password fit. Takes the same steps for a wrong email as for a wrong password (R19). */
export function accountFor(email: string, password: string): Account | undefined {
  const account = accounts.find((candidate) => candidate.email === email.trim().toLowerCase())
  const fits = timingSafeEqual(digest(password), digest(DEMO_PASSWORD))
  return fits ? account : undefined
}
