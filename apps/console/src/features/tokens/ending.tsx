import { addresses } from '@support-console/contract/addresses'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { Callout } from '../../ui/callout.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { text } from './texts.ts'
import { endsSoon } from './token-row.tsx'

/** On Home: which of a person's tokens end within seven days. */
export function EndingTokens() {
  const { data = [] } = useRead('GET /tokens/v1/mine')
  return data
    .filter(({ state, endsAt }) => state === 'live' && endsSoon(endsAt))
    .map(({ tokenId, name, endsAt }) => (
      <Callout key={tokenId} kind="warning" title={null} isLive={false}>
        <Link to={addresses.tokens()}>{text('EndsOnHome', { name, time: sayShortly(endsAt) })}</Link>
      </Callout>
    ))
}
