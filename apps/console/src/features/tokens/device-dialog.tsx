import { usualTokenDays } from '@support-console/contract/tokens.words'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useChange } from '../../api/use-change.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeOutcome } from '../../ui/call-banner/change-outcome.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { type Scope, sayScope } from './scopes.ts'
import { text } from './texts.ts'

interface DeviceDialogProps {
  readonly onAnswered: () => unknown
  readonly onClose: () => void
}

/** A command line asks to sign in with a code (D60): who enters it sees which, and says yes or no. */
export function DeviceDialog({ onAnswered, onClose }: DeviceDialogProps) {
  const look = useCall('POST /tokens/v1/device/look')
  const answer = useChange('POST /tokens/v1/device/answer', frame('TitleTokens'), ({ message }) => {
    showToast(message ?? '')
    void onAnswered()
    onClose()
  })
  const [code, setCode] = useState('')
  const find = () => look.run({ body: { code } }).catch(() => {})
  const asked = look.answer?.data
  const isUnknown = look.error?.status === 'NotFound'
  if (!asked)
    return (
      <FormDialog
        title={text('DeviceTitle')}
        verb={text('DeviceLook')}
        busyText={text('DeviceLooking')}
        change={{ ...look, status: isUnknown ? 'initial' : look.status, open: undefined, askAgain: find }}
        onSubmit={() => void find()}
        onClose={onClose}
      >
        <p>{text('DeviceAbout')}</p>
        <TextField
          label={text('DeviceCode')}
          value={code}
          onChange={(typed) => {
            look.reset()
            setCode(typed)
          }}
          error={isUnknown ? look.error?.message : undefined}
          checks={{ isRequired: true, maxLength: 40 }}
          isMono
          autoComplete="off"
          isFirst
        />
      </FormDialog>
    )
  const { machine, address, scopes } = asked
  const isBusy = answer.isPending
  const say = (isAllowed: boolean) =>
    answer.startOnce(
      { body: { code, isAllowed } },
      text(isAllowed ? 'ActionDeviceAllow' : 'ActionDeviceRefuse', { machine }),
    )
  return (
    <Dialog
      isOpen
      role="alertdialog"
      mark="warn"
      onClose={isBusy ? undefined : onClose}
      title={<bdi>{text('DeviceQuestion', { machine })}</bdi>}
      actions={
        <>
          <Button autoFocus isDisabled={isBusy} onPress={() => void say(false)}>
            {text('DeviceRefuse')}
          </Button>
          <Button
            look="primary"
            isBusy={isBusy}
            isDisabled={scopes.length === 0}
            busyText={text('DeviceAnswering')}
            onPress={() => void say(true)}
          >
            {text('DeviceAllow')}
          </Button>
        </>
      }
    >
      <p className="ink">{text('DeviceCaution')}</p>
      <Facts
        facts={[
          { label: text('DeviceMachine'), value: <bdi>{machine}</bdi> },
          { label: text('DeviceAddress'), value: address },
          {
            label: text('DeviceScopes'),
            value: scopes.map((scope) => sayScope(scope as Scope)).join(' · ') || text('DeviceNoScopes'),
          },
          { label: text('DeviceUntil'), value: text('DeviceDays', { days: usualTokenDays }) },
        ]}
      />
      <ChangeOutcome of={answer} />
    </Dialog>
  )
}
