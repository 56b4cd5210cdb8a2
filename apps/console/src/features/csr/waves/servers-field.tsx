import type { Csr } from '@support-console/contract'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Group } from '../../../ui/group.tsx'
import { type Draft, factsOf } from './draft.ts'
import { text } from './texts.ts'
import styles from './waves.module.css'

interface ServersFieldProps {
  readonly draft: Draft
  readonly change: (typed: Partial<Draft>) => void
  readonly csrs: readonly Csr[]
  readonly error: string | undefined
}

/** Which servers a release goes to. */
export function ServersField({ draft: { servers }, change, csrs, error }: ServersFieldProps) {
  const isAll = servers.length === csrs.length && csrs.length > 0
  const choose = (ip: string, isChosen: boolean) =>
    change({ servers: isChosen ? [...servers, ip] : servers.filter((one) => one !== ip) })
  return (
    <Group aria-label={text('Servers')} className="stack gap-8">
      <div className="row wrap gap-12">
        <Checkbox
          checked={isAll ? true : servers.length > 0 ? 'mixed' : false}
          onChange={(all) => change({ servers: all ? csrs.map(({ ipAddress }) => ipAddress) : [] })}
        >
          {text('All')}
        </Checkbox>
        <span className="quiet">{text('ServersChosen', { count: servers.length, all: csrs.length })}</span>
        {error && (
          <span className="wrong" role="alert">
            {error}
          </span>
        )}
      </div>
      <div className={styles.choice}>
        {csrs.map((csr) => (
          <Checkbox
            key={csr.ipAddress}
            checked={servers.includes(csr.ipAddress)}
            onChange={(isChosen) => choose(csr.ipAddress, isChosen)}
          >
            {csr.server} <span className="quiet">{factsOf(csr)}</span>
          </Checkbox>
        ))}
      </div>
    </Group>
  )
}
