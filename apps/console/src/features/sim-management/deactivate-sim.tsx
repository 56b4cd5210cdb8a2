import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { DeactivateButton, DeactivateOutcome } from './deactivate-parts.tsx'
import styles from './sim-management.module.css'
import { text } from './texts.ts'
import { useDeactivateSim } from './use-deactivate-sim.ts'

interface DeactivateSimProps {
  readonly simId: string | null
  readonly simIdReason: string | undefined
  readonly changeReason: string | undefined
  /** Somebody has a list of SIMs. */
  readonly onSeveral: () => void
}

/** 'Deactivate' (2.4). */
export function DeactivateSim({ simId, simIdReason, changeReason, onSeveral }: DeactivateSimProps) {
  const deactivation = useDeactivateSim(simId)
  return (
    <Section
      title={text('Deactivate')}
      actions={<DeactivateButton of={deactivation} reason={simIdReason ?? changeReason} />}
    >
      <p className={styles.note}>{text('DeactivateNote')}</p>
      <Button size="tool" className={styles.retry} disabledReason={changeReason} onPress={onSeveral}>
        {text('DeactivateSeveral')}
      </Button>
      <DeactivateOutcome of={deactivation} />
    </Section>
  )
}
