import { expect, it } from 'vitest'
import { markdownOf } from './copy-lines.ts'

it('56.7 writes a ticket as Markdown: a bold line, a list, evidence below what it shows', () => {
  const lines = [
    'Panel CBS0000001',
    'Cause: silent',
    '  AT&T, state: ACTIVE',
    'https://console.example/panels/CBS0000001',
  ]
  expect(markdownOf(lines).join('\n')).toBe(
    [
      '**Panel CBS0000001**',
      '',
      '- Cause: silent',
      '  - AT\\&T, state: ACTIVE',
      '- <https://console.example/panels/CBS0000001>',
    ].join('\n'),
  )
})

it.each([
  ['[here](https://evil.example)', '- \\[here\\](https://evil.example)'],
  ['<img src=x>', '- \\<img src=x\\>'],
  ['1. first', '- 1\\. first'],
  ['- minus', '- \\- minus'],
  ['# head `code` *bold*', '- \\# head \\`code\\` \\*bold\\*'],
])('56.7 what people wrote stays text in Markdown: %s', (line, written) => {
  expect(markdownOf(['', line])[1]).toBe(written)
})
