import type { Csr } from '@support-console/contract'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import { text } from './texts.ts'
import type { useDescriptions } from './use-descriptions.ts'

interface DescriptionOutcomesProps {
  readonly csrs: readonly Csr[]
  readonly descriptions: ReturnType<typeof useDescriptions>
}

/** Above the table: each description that went back, why, and what was typed (4, 8). */
export function DescriptionOutcomes({ csrs, descriptions }: DescriptionOutcomesProps) {
  return csrs.map((csr) => {
    const { ipAddress: ip, server } = csr
    const { failed } = descriptions.of(ip)
    return (
      failed && (
        <div key={ip} className="stack gap-6 below-12">
          <CallBanner
            call={{ status: 'rejected', error: failed.error }}
            onClose={() => descriptions.dismiss(ip)}
            footnote={
              <>
                <p>{text('DescriptionReverted', { server, typed: failed.typed })}</p>
                <TransactionLine id={failed.error.transactionId} />
              </>
            }
          />
          <Button size="tool" onPress={() => descriptions.saveAgain(csr)}>
            {text('SaveAgain', { server })}
          </Button>
        </div>
      )
    )
  })
}
