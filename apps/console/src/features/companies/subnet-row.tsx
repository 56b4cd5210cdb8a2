import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Group } from '../../ui/group.tsx'
import { ChevronRightIcon, CloseIcon } from '../../ui/icons/controls.tsx'
import { Select } from '../../ui/select/select.tsx'
import { oneSpace } from './checks.ts'
import { asRead, isUnused, type SubnetDraft } from './draft.ts'
import { idOfSubnet } from './fields.ts'
import { useIssue } from './form-fields.tsx'
import { networkStart, prefixNote, sayRange, subnetProblem } from './subnet-checks.ts'
import styles from './subnets.module.css'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

/** Prefix lengths 0 to 32 (9). */
const cidrs = Array.from({ length: 33 }, (_, cidr) => ({ value: String(cidr), label: `/${cidr}` }))

interface SubnetRowProps {
  readonly subnets: readonly SubnetDraft[]
  readonly at: number
  readonly onChange: (next: SubnetDraft) => void
  readonly onRemove: () => void
}

/** One subnet: where it begins, its prefix length, and the range that comes of the two as one types (2.6). */
export function SubnetRow({ subnets, at, onChange, onRemove }: SubnetRowProps) {
  const { draft, readOnlyReason } = useForm()
  const typed = subnets[at] as SubnetDraft
  const subnet = asRead(typed)
  const number = at + 1
  // The server counts what was sent to it: without rows that no one filled in.
  const sentAt = draft.subnets.slice(0, at).filter((each) => !isUnused(each)).length
  const issue = useIssue(`companySubnets.${sentAt}.domainIp`)
  const cidrIssue = useIssue(`companySubnets.${sentAt}.cidr`)
  const wholeIssue = useIssue(`companySubnets.${sentAt}`)
  const problem = subnetProblem(subnets, at)
  const start = networkStart(subnet)
  const note = prefixNote(subnet.cidr)
  const isSent = !isUnused(subnet)
  return (
    <Group className={`stack tops gap-4-12 ${styles.subnet}`} aria-label={text('SubnetNumber', { number })}>
      <TextField
        id={idOfSubnet(subnet.key)}
        label={text('DomainIp')}
        isMono
        inputMode="decimal"
        value={typed.domainIp}
        onChange={(domainIp) => onChange({ ...typed, domainIp })}
        read={oneSpace}
        // '10.20.0.0/16' and '10.20.0.0 255.255.0.0' go into both fields when they are whole.
        onBlur={() => subnet !== typed && onChange(subnet)}
        error={isSent ? (issue ?? wholeIssue) : undefined}
        isDisabled={readOnlyReason !== undefined}
        // An address that no one typed in this form is said at once to be wrong; one that is being typed, when it is left.
        shouldAlwaysShowErrors={start !== undefined}
        checks={{ check: () => problem }}
      />
      <Select
        id={`${idOfSubnet(subnet.key)}-cidr`}
        label={text('Cidr')}
        isMono
        startsEmpty
        options={cidrs}
        value={String(subnet.cidr)}
        error={isSent ? cidrIssue : undefined}
        isDisabled={readOnlyReason !== undefined}
        onChange={(cidr) => onChange({ ...subnet, cidr: Number(cidr) })}
      />
      <ComputedRange subnet={subnet} />
      <Button
        look="quiet"
        isIconOnly
        className="beside-label"
        aria-label={text('RemoveSubnet', { number })}
        icon={<CloseIcon />}
        disabledReason={readOnlyReason}
        onPress={onRemove}
      />
      {start !== undefined && readOnlyReason === undefined && (
        <div className={styles.subnetNote}>
          <Button size="tool" onPress={() => onChange({ ...subnet, domainIp: start })}>
            {text('UseStart', { start })}
          </Button>
        </div>
      )}
      {note && isSent && <p className={`small quiet ${styles.subnetNote}`}>{note}</p>}
    </Group>
  )
}

/** The fields of a subnet where the model has none (2.6): disabled and blank. */
export function BlankSubnet() {
  return (
    <div className={`stack tops gap-4-12 ${styles.subnet}`}>
      <TextField label={text('DomainIp')} value="" isDisabled isMono />
      <Select
        label={text('Cidr')}
        options={cidrs}
        value={undefined}
        placeholder=""
        startsEmpty
        isDisabled
        onChange={() => undefined}
      />
      <Field
        className={styles.rangeField}
        label={text('Range')}
        labelId="blank-range"
        noteId="blank-range-note"
      >
        <p className={`row gap-12 anywhere quiet ${styles.range}`}>{text('NoSubnetsTier3')}</p>
      </Field>
    </div>
  )
}

function ComputedRange({ subnet }: { readonly subnet: SubnetDraft }) {
  const range = sayRange(subnet)
  const id = `${idOfSubnet(subnet.key)}-range`
  return (
    <Field className={styles.rangeField} label={text('Range')} labelId={id} noteId={`${id}-note`}>
      <output
        className={`row gap-12 anywhere ${styles.range}`}
        htmlFor={idOfSubnet(subnet.key)}
        aria-labelledby={id}
      >
        <ChevronRightIcon className={`faint ${styles.arrow}`} />
        {range ? (
          <span>
            <span className="mono">{range.from}</span> {text('RangeTo')}{' '}
            <span className="mono">{range.to}</span> <span className="quiet">{range.count}</span>
          </span>
        ) : (
          <span className="quiet">{text('NoRangeYet')}</span>
        )}
      </output>
    </Field>
  )
}
