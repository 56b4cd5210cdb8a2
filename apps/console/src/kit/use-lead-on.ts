import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** Leads on once what was typed into a question is settled: before that the page would ask whether to leave it. */
export function useLeadOn(): (address: string) => void {
  const navigate = useNavigate()
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (address === null) return
    setAddress(null)
    void navigate(address)
  }, [address, navigate])
  return setAddress
}
