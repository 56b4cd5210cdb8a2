import { longestSearch } from '@support-console/contract/search.words'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { api } from '../../api/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { text } from './texts.ts'
import styles from './users.module.css'

/** Fewer letters fit too many. */
const fewest = 3

/** Whose email has what is typed as a part, each a way to them; nothing while there is none. */
export function PeopleLike({ typed }: { readonly typed: string }) {
  const part = useDeferredValue(typed.trim())
  const { data } = useQuery({
    queryKey: ['people-like', part],
    queryFn: async ({ signal }) =>
      (await api('GET /search/v1/find', { query: { q: part, limit: 50 }, signal })).data.hits,
    enabled: part.length >= fewest && part.length <= longestSearch,
    staleTime: 10_000,
    retry: false,
  })
  const people = data?.filter(({ kind }) => kind === 'person') ?? []
  if (people.length === 0) return null
  return (
    <section className={styles.people} aria-label={text('PeopleLike', { part })}>
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
