import type { View } from '@support-console/contract'
import { longestViewName, type ViewListName } from '@support-console/contract/views.words'
import { useState } from 'react'
import { ApiError, api, newTransactionId, recordAction } from '../../api/index.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CheckboxGroup } from '../../ui/checkbox-group.tsx'
import type { TableHeader } from '../../ui/data-table/index.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { text } from './texts.ts'
import { isFixed } from './use-shown-columns.ts'
import { withoutIn, withoutText } from './use-views.ts'

interface ViewDialogProps {
  readonly list: ViewListName
  readonly headers: readonly TableHeader[]
  /** As the address has them now. */
  readonly query: string
  /** One's own view that is changed; undefined: another one is made. */
  readonly view: View | undefined
  readonly screenTitle: string
  readonly onSaved: (view: View) => void
  readonly onClose: () => void
}

/** Asks for the name of a view, whose it is, and its columns. */
export function ViewDialog({ list, headers, query, view, screenTitle, onSaved, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const [without, setWithout] = useState<readonly string[]>(() => withoutIn(new URLSearchParams(query)))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const atName = error?.issues.find(({ field }) => field === 'name')?.message
  const save = async () => {
    setBusy(true)
    setError(null)
    const wanted = new URLSearchParams(query)
    wanted.delete('without')
    if (without.length > 0) wanted.set('without', withoutText(without))
    const transactionId = newTransactionId()
    recordAction(screenTitle, text('ActionSave', { name: isShared ? name.trim() : '' }).trim(), transactionId)
    try {
      const body = { list, name, query: wanted.toString(), isShared, ...(view && { replaces: view.viewId }) }
      const { data } = await api('POST /views/v1/views', { body, transactionId })
      if (isDefault !== data.isDefault)
        await api('PUT /views/v1/defaults/{list}', {
          params: { list },
          body: { viewId: isDefault ? data.viewId : null },
        })
      onSaved({ ...data, isDefault })
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setError(cause)
    }
    setBusy(false)
  }
  return (
    <FormDialog
      title={text(view ? 'EditTitle' : 'Title')}
      verb={text('Save')}
      busyText={text('Saving')}
      change={{
        status: isBusy ? 'pending' : error && !atName ? 'rejected' : 'initial',
        error,
        open: undefined,
        askAgain: save,
      }}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p className="quiet">{text('About')}</p>
      <TextField
        label={text('Name')}
        isFirst
        value={name}
        onChange={(typed) => {
          setName(typed)
          setError(null)
        }}
        checks={{ isRequired: true, maxLength: longestViewName }}
        error={atName}
        autoComplete="off"
        dir="auto"
      />
      <CheckboxGroup
        label={text('Columns')}
        options={headers.map(({ key }) => key)}
        nameOf={(key) => headers.find((header) => header.key === key)?.value ?? ''}
        isChosen={(key) => !without.includes(key)}
        isFixed={(key) =>
          headers.some((each, place) => each.key === key && isFixed(each.isIdentifier, place))
        }
        onChange={(key, isShown) =>
          setWithout(isShown ? without.filter((each) => each !== key) : [...without, key])
        }
      />
      <Checkbox checked={isShared} onChange={setShared}>
        {text('ForAll')}
      </Checkbox>
      <Checkbox checked={isDefault} onChange={setDefault}>
        {text('OpensList')}
      </Checkbox>
    </FormDialog>
  )
}
