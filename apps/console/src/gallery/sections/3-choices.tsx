import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from '../gallery.module.css'

export const title = 'Choices and dates'

const years = ['2018', '2019', '2020', '2021'].map((year) => ({ value: year, label: year }))
const cidrs = Array.from({ length: 33 }, (_, bits) => ({ value: `${bits}`, label: `/${bits}` }))
const reservations = [
  { value: 'none', label: 'No region' },
  {
    label: 'United States',
    options: [
      { value: 'us-1', label: 'Harbor Security' },
      { value: 'us-2', label: 'Great Lakes Alarm', isDisabled: true },
      { value: 'us-3', label: 'Mountain Watch' },
    ],
  },
  { label: 'Canada', options: [{ value: 'ca-1', label: 'Prairie Alarm' }] },
]
const models = [
  {
    value: 'TIER3_STANDARD',
    label: 'Tier3 Standard',
    description: 'Small or medium companies using an on-demand VPN client.',
  },
  {
    value: 'TIER2_STANDARD',
    label: 'Tier2 Standard',
    description: 'A dedicated persistent tunnel with NAT IPs.',
  },
  { value: 'TIER2_STANDARD_NO_NAT', label: 'Tier2 No NAT', description: 'No translation (rarely used).' },
  {
    value: 'TIER2_STANDARD_DO_INTERNET',
    label: 'Tier2 Do Internet',
    description: 'Traffic exits to the internet, and NAT is used only to reach the device.',
  },
]

export default function Choices() {
  const [year, setYear] = useState<string | undefined>('2020')
  const [bits, setBits] = useState<string | undefined>('16')
  const [company, setCompany] = useState<string | undefined>('us-3')
  const [first, setFirst] = useState<string>()
  const [lost, setLost] = useState<string | undefined>('us-9')
  const [none, setNone] = useState<string>()
  const [model, setModel] = useState('TIER2_STANDARD')
  const [search, setSearch] = useState('TransactionID')
  const [some, setSome] = useState([true, false, false])
  const [date, setDate] = useState('2026-11-21')
  const count = some.filter(Boolean).length
  return (
    <div className="stack gap-12 narrow">
      <div className={`stack gap-16 ${styles.grid}`}>
        <Select label="Year" options={years} value={year} onChange={setYear} />
        <Select label="CIDR" options={cidrs} value={bits} onChange={setBits} isMono />
        <Select label="Reservation" options={reservations} value={company} onChange={setCompany} />
        <Select label="Defaults to the first" options={years} value={first} onChange={setFirst} />
        <Select
          label="Nothing chosen"
          options={years}
          value={none}
          onChange={setNone}
          startsEmpty
          checks={{ isRequired: true }}
        />
        <Select label="Value without an option" options={reservations} value={lost} onChange={setLost} />
        <Select
          label="Disabled without a value"
          options={years}
          value={undefined}
          onChange={setNone}
          isDisabled
        />
        <Select label="No options" options={[]} value={undefined} onChange={setNone} />
        <Select label="Loading" options={[]} value={undefined} onChange={setNone} isLoading />
        <Select label="Release, disabled" options={years} value="2021" onChange={setNone} isDisabled />
      </div>
      <div className={`row wrap ${styles.row}`}>
        {['Aeris', 'Wyless', 'Verizon'].map((name, index) => (
          <Checkbox
            key={name}
            checked={some[index] === true}
            onChange={(checked) => setSome(some.map((old, at) => (at === index ? checked : old)))}
          >
            {name}
          </Checkbox>
        ))}
        <Checkbox
          checked={count === 0 ? false : count === 3 ? true : 'mixed'}
          onChange={(checked) => setSome([checked, checked, checked])}
        >
          All
        </Checkbox>
        <Checkbox checked isDisabled onChange={() => undefined}>
          Disabled
        </Checkbox>
        <Checkbox checked={false} disabledReason="Only on dev and test" onChange={() => setSome([])}>
          Refused
        </Checkbox>
      </div>
      <RadioGroup
        label="Search by"
        value={search}
        onChange={setSearch}
        options={[
          { value: 'SimID', label: 'SimID' },
          { value: 'TransactionID', label: 'TransactionID' },
          { value: 'Other', label: 'Other', isDisabled: true },
        ]}
      />
      <RadioGroup label="Network model" value={model} onChange={setModel} options={models} />
      <RadioGroup
        label="Fixed network model"
        value="TIER2_STANDARD"
        onChange={setModel}
        options={models}
        isFixed
      />
      <div className={`stack gap-16 ${styles.grid}`}>
        <DatePicker label="Start date" value={date} onChange={setDate} maximum="2026-11-30" />
        <DatePicker label="End date, All Time" value="2026-11-21" onChange={setDate} isDisabled />
      </div>
      <output data-testid="date">{date}</output>
    </div>
  )
}
