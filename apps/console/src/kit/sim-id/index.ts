export { phoneGroups, phoneNumber } from './phone-number.ts'
export { CheckDigitWarning, isDoubtful, SimIdField, simIdProblem } from './sim-id-field.tsx'
export { SimState } from './sim-state.tsx'
