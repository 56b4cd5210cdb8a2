import { longestSearch } from '@support-console/contract/search.words'
import { useDeferredValue } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { text } from './texts.ts'
import styles from './users.module.css'

/** Fewer letters fit too many. */
const fewest = 3

/** Whose email has what is typed as a part, each a way to them; nothing while there is none. */
export function PeopleLike({ typed }: { readonly typed: string }) {
  const part = useDeferredValue(typed.trim())
  const { data } = useRead('GET /search/v1/find', {
    query: { q: part, limit: 50 },
    enabled: part.length >= fewest && part.length <= longestSearch,
    staleTime: 10_000,
    retry: false,
  })
  const people = data?.hits.filter(({ kind }) => kind === 'person') ?? []
  if (people.length === 0) return null
  return (
    <section className={`quiet below-20 ${styles.people}`} aria-label={text('PeopleLike', { part })}>
      <p>{text('PeopleLike', { part })}</p>
      <ul>
        {people.map(({ id, subtitle }) => (
          <li key={id}>
            <Identifier value={id} of="person" /> <span>{subtitle}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
