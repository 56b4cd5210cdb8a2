import { hostname, userInfo } from 'node:os'
import type { User } from '../../platform/sign-on/user.ts'

/** Who runs this command, for the audit trail (R38): the operating system's user on this machine. */
export function operatorOfThisMachine(): Pick<
  User,
  'issuer' | 'subject' | 'email' | 'sessionId' | 'tokenId'
> {
  const subject = `${nameOfUser()}@${hostname()}`
  return { issuer: 'operating-system', subject, email: subject, sessionId: '', tokenId: '' }
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user often has a number alone.
    return String(process.getuid?.() ?? 'unknown')
  }
}
