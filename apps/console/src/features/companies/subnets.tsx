import { mostSubnets } from '@support-console/contract/companies.words'
import { useRef } from 'react'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/form/error-note.tsx'
import { Group } from '../../ui/group.tsx'
import { blankSubnet, type SubnetDraft } from './draft.ts'
import { idOf, idOfSubnet, pathOf, saySubnet } from './fields.ts'
import { useIssue } from './form-fields.tsx'
import { BlankSubnet, SubnetRow } from './subnet-row.tsx'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

/** A company's subnets (2.6). Tier3 Standard has none: its fields are disabled and blank, and keep what was typed. */
export function Subnets({ isTier3 }: { readonly isTier3: boolean }) {
  const { draft, set, readOnlyReason } = useForm()
  const { subnets } = draft
  const issue = useIssue(pathOf('subnets'))
  const add = useRef<HTMLButtonElement>(null)
  const change = (next: readonly SubnetDraft[]) => set('subnets', next)

  const append = () => {
    const row = blankSubnet()
    change([...subnets, row])
    // Once it is drawn.
    requestAnimationFrame(() => document.getElementById(idOfSubnet(row.key))?.focus())
  }
  const remove = (row: SubnetDraft) => {
    change(subnets.filter(({ key }) => key !== row.key))
    announce(text('SubnetRemoved', { subnet: row.domainIp ? saySubnet(row) : '' }))
    add.current?.focus()
  }
  return (
    <Group id={idOf('subnets')} aria-label={text('Subnets')} className="stack gap-12" tabIndex={-1}>
      {isTier3 && <BlankSubnet />}
      {!isTier3 &&
        subnets.map((row, at) => (
          <SubnetRow
            key={row.key}
            subnets={subnets}
            at={at}
            onChange={(next) => change(subnets.map((each) => (each.key === row.key ? next : each)))}
            onRemove={() => remove(row)}
          />
        ))}
      {!isTier3 && subnets.length === 0 && <p className="quiet">{text('NoSubnets')}</p>}
      {issue && <ErrorNote role="alert">{issue}</ErrorNote>}
      <div>
        <Button
          ref={add}
          size="tool"
          disabledReason={
            readOnlyReason ??
            (isTier3
              ? text('NoSubnetsTier3')
              : subnets.length >= mostSubnets
                ? text('MostSubnets', { most: mostSubnets })
                : undefined)
          }
          onPress={append}
        >
          {text('AddSubnet')}
        </Button>
      </div>
    </Group>
  )
}
