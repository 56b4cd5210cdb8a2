export { EndingTokens } from './ending.tsx'
export { Tokens } from './tokens.tsx'
