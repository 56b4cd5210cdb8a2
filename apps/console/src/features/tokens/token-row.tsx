import type { PersonalToken } from '@support-console/contract'
import { endsSoon, signOnDays } from '@support-console/contract/tokens.words'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { Status } from '../../ui/status.tsx'
import { type Scope, sayScope } from './scopes.ts'
import { text } from './texts.ts'

interface TokenRowProps {
  readonly of: PersonalToken
  readonly isOwn: boolean
  readonly onRevoked: () => unknown
}

export function TokenRow({ of: token, isOwn, onRevoked }: TokenRowProps) {
  const own = useChange('DELETE /tokens/v1/mine/{tokenId}', frame('TitleTokens'))
  const anyones = useChange('DELETE /tokens/v1/everyones/{tokenId}', frame('TitleTokens'))
  const revoke = isOwn ? own : anyones
  const [isAsking, setAsking] = useState(false)
  const { tokenId, name, beginning, scopes, usedAt, email, state, origin } = token
  const revokeIt = async () => {
    await revoke.start({ params: { tokenId } }, text('ActionRevoke', { name }))
    setAsking(false)
    await onRevoked()
  }
  return (
    <li>
      <code>{beginning}…</code>
      <span className="anywhere">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {!isOwn && <> · {email}</>}
        {origin && <> · {text('Origin', { address: origin })}</>}
        <br />
        <State of={token} isOwn={isOwn} /> ·{' '}
        {usedAt ? text('Used', { time: sayShortly(usedAt) }) : text('NeverUsed')}
        <br />
        <span className="quiet">{scopes.map((scope) => sayScope(scope as Scope)).join(' · ')}</span>
        <CallBanner call={revoke} hidesSuccess />
      </span>
      {(state === 'live' || state === 'rests') && (
        <Button size="row" aria-label={text('RevokeNamed', { name })} onPress={() => setAsking(true)}>
          {text('Revoke')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={<bdi>{text('RevokeQuestion', { name })}</bdi>}
        consequences={[text('RevokeAtOnce'), text('RevokeForGood')]}
        verb={text('RevokeVerb')}
        isDanger
        isBusy={revoke.isPending}
        busyText={text('Revoking')}
        onConfirm={() => void revokeIt()}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}

function State({ of, isOwn }: Pick<TokenRowProps, 'of' | 'isOwn'>) {
  const { state, endsAt, revokedAt, revokedBy } = of
  switch (state) {
    case 'live':
      return endsSoon(endsAt, serverNow()) ? (
        <Status kind="warn">{text('EndsSoon', { time: sayShortly(endsAt) })}</Status>
      ) : (
        <span>{text('Ends', { time: sayShortly(endsAt) })}</span>
      )
    case 'ended':
      return <Status kind="unknown">{text('Ended', { time: sayShortly(endsAt) })}</Status>
    case 'revoked':
      return (
        <Status kind="unknown">
          {text('Revoked', { time: sayShortly(revokedAt ?? ''), by: revokedBy })}
        </Status>
      )
    case 'sign-ons-ended':
      return <Status kind="unknown">{text(isOwn ? 'OwnSignOnsEnded' : 'TheirSignOnsEnded')}</Status>
    case 'rests':
      return <Status kind="unknown">{text('Rests', { days: signOnDays })}</Status>
  }
}
