import { writeRememberMe } from './cookies.ts'
import { updateSession } from './store.ts'

/** The switch 'Keep me signed in on this device' (D13): for 30 days, or until the browser ends. */
export function setRememberMe(remember: boolean): void {
  writeRememberMe(remember)
  updateSession({ rememberMe: remember })
}
