import type { Csr } from '@support-console/contract'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Select } from '../../ui/select/select.tsx'
import styles from './csr.module.css'
import { type Desk, releaseShown, useDesk } from './desk.ts'
import { isUnderWay, orderFor, returnFor } from './orders.ts'
import { text } from './texts.ts'

/** Why no release can be chosen for this server now (4: only while its status is Succeeded). */
function whyNot(csr: Csr, { changeReason }: Desk): string | undefined {
  if (changeReason !== undefined || csr.csrStatus === 'Succeeded') return changeReason
  const { server, csrStatus: status } = csr
  if (isUnderWay(csr)) return text('WhileUnderWay', { server, status })
  return returnFor(csr) ? text('WhileInError') : text('WhileInErrorReset', { server })
}

/** 'Replace With' (2.10). */
export function ReleaseCell({ csr }: { readonly csr: Csr }) {
  const desk = useDesk()
  const shown = releaseShown(csr, desk)
  const isKnown = desk.options.some(({ value }) => value === shown)
  return (
    <Select
      className={classes(styles.release, shown === csr.releaseVersion && styles.idle)}
      label={text('ReplaceWithOf', { server: csr.server })}
      isLabelHidden
      size="row"
      isMono
      startsEmpty
      // A release that is no longer offered is what the server runs all the same.
      options={isKnown ? desk.options : [{ label: shown, value: shown }, ...desk.options]}
      value={shown}
      disabledReason={whyNot(csr, desk)}
      onChange={(release) => desk.onChoose(csr.ipAddress, release)}
    />
  )
}

/** Deploy (2.10): only while the status is Succeeded and another release is chosen (4). */
export function DeployCell({ csr }: { readonly csr: Csr }) {
  const desk = useDesk()
  const { server, name, releaseVersion } = csr
  const chosen = releaseShown(csr, desk)
  const reason =
    whyNot(csr, desk) ?? (chosen === releaseVersion ? text('ChooseAnother', { release: name }) : undefined)
  return (
    <Button
      size="row"
      look={reason === undefined ? 'plain' : 'quiet'}
      aria-label={text('DeployOn', { server })}
      disabledReason={reason}
      onPress={() => desk.onAsk(orderFor(csr, chosen, desk.options))}
    >
      {text('Deploy')}
    </Button>
  )
}
