import { addresses } from '@support-console/contract/addresses'
import { useChange } from '../../../api/use-change.ts'
import { Link } from '../../../kit/link.tsx'
import { Asked, useWhy } from '../../../kit/why/index.ts'
import buttons from '../../../ui/link-button.module.css'
import type { LineProps } from './lines.ts'
import { text } from './texts.ts'

/** Its batches, and those that are left once they are over. */
export function SimWays({ line, leaving, isOpen, onChanged }: LineProps) {
  const { companyId, companyName: name, series } = leaving
  const goOn = useChange(
    'POST /companymanager/v1/companies/{companyId}/leaving/sims',
    text('ScreenTitle'),
    onChanged,
  )
  const why = useWhy(`leaving sims ${companyId}`)
  const left = (line.all ?? 0) - (line.done ?? 0)
  const [newest] = series
  const isRunning = newest !== undefined && newest.endedAt === null
  return (
    <>
      {newest && (
        <Link className={buttons.plain} to={addresses.series(newest.seriesId)}>
          {text('SimsRun')}
        </Link>
      )}
      {isOpen && !isRunning && left > 0 && (
        <Asked
          button={{ look: 'danger' }}
          busyText={text('Starting')}
          change={goOn}
          title={text('SimsGoOnQuestion', { count: left })}
          caution={text('Caution')}
          verb={text('SimsGoOnVerb')}
          isDanger
          why={why}
          onConfirm={(said) =>
            goOn.start({ params: { companyId }, query: said }, text('ActionGoOn', { name }))
          }
        >
          {text('SimsGoOn')}
        </Asked>
      )}
    </>
  )
}
