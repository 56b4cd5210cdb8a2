import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { ThingState } from '../../kit/thing-state/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { Thing } from '../../ui/thing.tsx'
import styles from './sim-management.module.css'
import { text } from './texts.ts'

/** Beside its ID: the SIM's one state (D40), whose it is, and the way to its page. */
export function KnownSim({ simId }: { readonly simId: string }) {
  const mayRead = useAccess().may('sim-information.read')
  const { data } = useRead('GET /things/v1/sims/{id}', {
    params: { id: simId },
    enabled: mayRead,
    news: 'sim',
    isNews: (id) => id === simId,
    retry: false,
  })
  if (!mayRead) return null
  return (
    <p className={`row gap-12 nowrap narrow beside-label clip ${styles.known}`}>
      {data && <ThingState of={data.state} />}
      {data?.company && (
        <Identifier of="company" value={data.company.sapCompanyId}>
          {data.company.name}
        </Identifier>
      )}
      <Thing of="sim" id={simId}>
        {text('OpenPage')}
      </Thing>
    </p>
  )
}
