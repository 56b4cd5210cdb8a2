import { area } from '../fault.ts'

const src = 'apps/console/src'
const table = `${src}/ui/data-table`

/** What only a browser shows. */
export const browserFaults = [
  ...area('widgets', { under: `${src}/ui`, tests: [] }, [
    {
      name: 'busy-button',
      file: 'button.tsx',
      before: 'const isDeaf = isRefused || isBusy',
      after: 'const isDeaf = isRefused',
      breaks: 'a busy button acts again',
      tests: [`${src}/ui/button.browser.test.tsx`],
    },
    {
      name: 'refused-checkbox',
      file: 'checkbox.tsx',
      before: 'if (!hasReason) onChange(',
      after: 'onChange(',
      breaks: 'a refused checkbox changes',
      tests: [`${src}/ui/checkbox.browser.test.tsx`],
    },
    {
      name: 'dash',
      file: 'checkbox.tsx',
      before: 'if (input.current) input.current.indeterminate = isMixed',
      after: '',
      breaks: 'some of the rows look like none',
      tests: [`${src}/ui/checkbox.browser.test.tsx`],
    },
    {
      name: 'focus-on-cancel',
      file: 'dialog/confirm-dialog.tsx',
      before: '<Button autoFocus isDisabled={isBusy} onPress={onCancel}>',
      after: '<Button isDisabled={isBusy} onPress={onCancel}>',
      breaks: 'Enter confirms a dialog that nobody has read',
      tests: [`${src}/ui/dialog/dialog.browser.test.tsx`],
    },
    {
      name: 'disabled-option',
      file: 'select/use-select.ts',
      before: 'if (!option || option.isDisabled) return',
      after: 'if (!option) return',
      breaks: 'a disabled option can be chosen',
      tests: [`${src}/ui/select/select.browser.test.tsx`],
    },
  ]),
  ...area('data-table', { under: table, tests: [`${table}/order.browser.test.tsx`] }, [
    {
      name: 'first-page',
      file: 'data-table.tsx',
      before: 'change({ sort: sortAfterClick(sort, header), page: 1 })',
      after: 'change({ sort: sortAfterClick(sort, header), page })',
      breaks: 'a new order begins in the middle',
    },
    {
      name: 'last-page',
      file: 'pagination.tsx',
      before: 'aria-disabled={isAtEnd || undefined}',
      after: 'aria-disabled={undefined}',
      breaks: 'the arrow is not told to end',
    },
    {
      name: 'direction',
      file: 'table-head.tsx',
      before: "direction === 'asc' ? 'ascending' : 'descending'",
      after: "direction === 'asc' ? 'descending' : 'ascending'",
      breaks: 'a screen reader hears the wrong direction',
    },
  ]),
  ...area('screens', { under: src, tests: [] }, [
    {
      name: 'lost-deployment',
      file: 'features/csr/use-deploy.ts',
      before: "if (refusal.open === 'lost') void send(refusal, refusal.open)\n      else attempt",
      after: 'attempt',
      breaks: 'a deployment whose answer was lost is asked for under a new transaction',
      tests: ['e2e/csr-watch.spec.ts'],
    },
    {
      name: 'reset-by-everybody',
      file: 'features/csr/csr-management.tsx',
      before: 'if (deployment && takeBegun(deployment.deploymentId)) reset',
      after: 'reset',
      breaks: 'every open page makes the reset call at the end of a deployment',
      tests: ['e2e/csr-management.spec.ts'],
    },
    {
      name: 'date-without-enter',
      file: 'ui/date-picker/date-picker.tsx',
      before: "event.currentTarget.closest('form')?.requestSubmit()",
      after: '',
      breaks: 'Enter in a date does not search',
      tests: ['e2e/sim-activity.spec.ts'],
    },
    {
      name: 'empty-start',
      file: 'ui/form/use-field.ts',
      before: "(value !== '' || !hasBegun.current) && setTouched(true)",
      after: 'setTouched(true)',
      breaks: 'a field that the screen began with is required as soon as somebody goes elsewhere',
      tests: ['e2e/frame-look.spec.ts'],
    },
    {
      name: 'kept-inputs',
      file: 'session/sign-out.ts',
      before: '  dropKeptInputs()\n  dropReturnUrl()',
      after: '  dropReturnUrl()',
      breaks: 'what was typed stays in the browser after a logout',
      tests: ['e2e/session-sign-out.spec.ts'],
    },
    {
      name: 'old-id-token',
      file: 'session/holder.ts',
      before: 'if (claims.sid !== holder.tokens?.claims.sid) holder.idToken = null',
      after: '',
      breaks: 'a logout after another login ends the wrong one',
      tests: [`${src}/session/holder.browser.test.tsx`],
    },
    {
      name: 'page-of-a-search',
      file: 'features/user-actions/search.ts',
      before: "[...searching, 'txid', 'page']",
      after: "[...searching, 'txid']",
      breaks: 'a new search stays on page 3',
      tests: [`${src}/features/user-actions/search.test.ts`],
    },
    {
      name: 'warning-at-alert',
      file: 'features/companies/checks.ts',
      before: 'Number(value) > Number(effective',
      after: 'Number(value) >= Number(effective',
      breaks: 'a warning equal to the alert is refused',
      tests: [`${src}/features/companies/checks.test.ts`],
    },
  ]),
]
