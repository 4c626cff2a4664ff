import { Stack, Text, TextInput } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type NumberInputProps, set, unset, useReportParseError } from 'sanity'
import { amountOf } from '#studio/schema/objects/amount.ts'

/** A field for dollars. The browser's field for numbers leaves out what it doesn't know: of 99,5 it made 995. */
export function AmountInput({ elementProps, onChange, path, value, validationError }: NumberInputProps) {
  // As it is being typed, and what can't be read until somebody mends it.
  const [typed, setTyped] = useState<string>()
  // Another window's figure takes the place of what could not be read in this one.
  useEffect(() => {
    if (value !== undefined && document.activeElement?.id !== elementProps.id) setTyped(undefined)
  }, [value, elementProps.id])
  const unread =
    typed?.trim() && amountOf(typed) === undefined
      ? `“${typed}” is not an amount. Type it like 1,200.50`
      : null
  // What is left out of the document would be published as if nobody had typed it.
  useReportParseError(path, unread)
  return (
    <Stack gap={3}>
      <TextInput
        {...elementProps}
        inputMode="decimal"
        value={typed ?? value ?? ''}
        customValidity={validationError}
        onChange={({ currentTarget }) => {
          const amount = amountOf(currentTarget.value)
          setTyped(currentTarget.value)
          onChange(amount === undefined ? unset() : set(amount))
        }}
        onBlur={(event) => {
          if (!unread) setTyped(undefined)
          elementProps.onBlur(event)
        }}
      />
      {unread && (
        <Text size={1} role="alert">
          {unread}
        </Text>
      )}
    </Stack>
  )
}
