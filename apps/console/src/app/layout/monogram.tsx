import type { SessionUser } from '../../session/index.ts'
import styles from './profile.module.css'
/** Up to two letters for someone (2.1): first and last word of the name, or the first two of the e-mail. */
export function monogramOf({ name, email }: { name: string; email: string }): string {
  const words = name.split(/[\s._-]+/).filter((word) => /\p{L}|\p{N}/u.test(word))
  const [first, last] = [words.at(0), words.at(-1)]
  const letters = words.length > 1 ? letter(first) + letter(last) : [...(first ?? email)].slice(0, 2).join('')
  return letters.toUpperCase()
}

const letter = (word: string | undefined): string => /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? ''

/** The letters of someone's name. */
export function Monogram({ user }: { user: SessionUser }) {
  return (
    <span className={`stack rigid inverse ${styles.monogram}`} aria-hidden="true">
      {monogramOf(user)}
    </span>
  )
}
