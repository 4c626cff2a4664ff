import { Box, Button, Card, Checkbox, Flex, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { csvOf } from '#studio/inbox/csv.ts'
import { EvidenceDialog } from '#studio/inbox/evidence-dialog.tsx'
import { type InboxList, shownColumns, writtenRows } from '#studio/inbox/lists.ts'
import {
  allOf,
  type Item,
  type Listed,
  listOf,
  resendReceipt,
  setReviewsHidden,
} from '#studio/inbox/staff-api.ts'

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: 13px;
  line-height: 1.4;
  th,
  td {
    padding: 8px 10px;
    text-align: left;
    vertical-align: top;
    border-bottom: 1px solid var(--card-border-color);
    max-width: 26rem;
    overflow-wrap: anywhere;
  }
  th {
    font-weight: 600;
  }
  th,
  td:first-child {
    white-space: nowrap;
  }
  /* Where columns would be a word wide, each row is a list of what its columns are called and say. */
  @media (max-width: 900px) {
    thead {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody,
    tr {
      display: block;
    }
    tr {
      padding: 8px 0;
      border-bottom: 1px solid var(--card-border-color);
    }
    td {
      display: flex;
      gap: 12px;
      max-width: none;
      padding: 3px 0;
      border: 0;
    }
    td:empty {
      display: none;
    }
    td[data-column]::before {
      content: attr(data-column);
      flex: 0 0 6rem;
      color: var(--card-muted-fg-color);
    }
  }
`

/** What comes in meanwhile is shown without a press. */
const REFRESH_MS = 15_000

/** One list: found by words and a filter, page by page, with what can be done with each row. */
export function InboxTable({ list }: { list: InboxList }) {
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState({ q: '', filter: '', page: 1 })
  const [listed, setListed] = useState<Listed>()
  const [problem, setProblem] = useState('')
  const [evidence, setEvidence] = useState<number>()
  const [ticked, setTicked] = useState<string[]>([])

  const searchOf = useCallback(() => {
    const search = new URLSearchParams()
    if (query.q) search.set('q', query.q)
    if (query.filter) search.set(list.filter.name, query.filter)
    return search
  }, [query, list])

  // An answer that comes after a newer question is no answer any more.
  const asked = useRef(0)
  const load = useCallback(async () => {
    const own = ++asked.current
    const search = searchOf()
    search.set('page', String(query.page))
    try {
      const answer = await listOf(list.name, search)
      if (own !== asked.current) return
      const last = pagesIn(answer)
      // The last row of the last page is gone: hidden, or not what is looked for any more.
      if (query.page > last) return setQuery({ ...query, page: last })
      setListed(answer)
      setProblem('')
    } catch (error) {
      if (own === asked.current) setProblem((error as Error).message)
    }
  }, [searchOf, query, list])
  useEffect(() => {
    load()
    const timer = setInterval(() => document.visibilityState === 'visible' && load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [load])

  function find(event: FormEvent) {
    event.preventDefault()
    setQuery({ ...query, q: typed.trim(), page: 1 })
  }

  // Pressed twice it is done once: a receipt would go out twice. Another row's button is pressed for itself.
  const acting = useRef(new Set<string>())
  const pressed = useRef<Element>(null)
  async function act(id: string, done: string, work: () => Promise<unknown>) {
    if (acting.current.has(id)) return
    acting.current.add(id)
    pressed.current = document.activeElement
    try {
      await work()
      toast.push({ status: 'success', title: done })
      await load()
    } catch (error) {
      toast.push({ status: 'error', title: 'That was not done', description: (error as Error).message })
    } finally {
      acting.current.delete(id)
    }
  }

  const status = useRef<HTMLDivElement>(null)
  // Of a review that is hidden the row may be gone from the list, and with it the button that the keyboard was at.
  useEffect(() => {
    if (!listed || !pressed.current || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement === document.body) status.current?.focus()
  }, [listed])
  function turnTo(page: number) {
    setQuery({ ...query, page })
    // The button that was pressed may be shut by now, and the list begins up there.
    status.current?.focus()
  }

  async function exportCsv() {
    try {
      const items = await allOf(list.name, list.key, searchOf())
      save(`${list.name}.csv`, csvOf(writtenRows(list, items)))
    } catch (error) {
      toast.push({ status: 'error', title: 'Nothing was exported', description: (error as Error).message })
    }
  }

  const columns = shownColumns(list)
  // A row that has left the page is not acted on unseen.
  const onPage = listed?.items.map((item) => String(item[list.key])) ?? []
  const chosen = onPage.filter((id) => ticked.includes(id))
  const pages = listed ? pagesIn(listed) : 1
  return (
    <Stack gap={4} paddingTop={3}>
      <form onSubmit={find}>
        <Flex gap={2} wrap="wrap" align="center">
          <TextInput
            aria-label={`Search in ${list.title}`}
            placeholder={list.searched}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" text="Search" mode="ghost" />
          <Box>
            <Select
              aria-label={list.filter.title}
              value={query.filter}
              onChange={({ currentTarget }) =>
                setQuery({ q: typed.trim(), filter: currentTarget.value, page: 1 })
              }
            >
              {list.filter.options.map(({ value, title }) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </Select>
          </Box>
          <Button text="Export CSV" mode="ghost" onClick={exportCsv} disabled={!listed?.total} />
        </Flex>
      </form>
      {problem && (
        <Card padding={3} tone="critical" radius={2} role="alert">
          <Text size={1}>{problem}</Text>
        </Card>
      )}
      {listed?.test && (
        <Text size={1} muted>
          Test payments: no money has moved.
        </Text>
      )}
      {listed && (
        <>
          <Text size={1} role="status" ref={status} tabIndex={-1}>
            {listed.total} {listed.total === 1 ? 'entry' : 'entries'}
            {pages > 1 && `, page ${listed.page} of ${pages}`}
          </Text>
          {list.selectable && (
            <Flex gap={2} align="center" wrap="wrap">
              <Text size={1} as="label">
                <Flex gap={2} align="center">
                  <Checkbox
                    checked={chosen.length > 0 && chosen.length === onPage.length}
                    indeterminate={chosen.length > 0 && chosen.length < onPage.length}
                    disabled={onPage.length === 0}
                    onChange={({ currentTarget }) => setTicked(currentTarget.checked ? onPage : [])}
                  />
                  Select all on this page
                </Flex>
              </Text>
              {BULK_ACTIONS.map(({ title, done, hidden }) => (
                <Button
                  key={title}
                  text={chosen.length > 0 ? `${title} ${chosen.length} selected` : `${title} selected`}
                  mode="ghost"
                  fontSize={1}
                  padding={2}
                  disabled={chosen.length === 0}
                  onClick={() =>
                    act('selection', done(chosen.length), async () => {
                      await setReviewsHidden(chosen, hidden)
                      setTicked([])
                    })
                  }
                />
              ))}
            </Flex>
          )}
          <Card overflow="auto">
            <Table aria-label={list.title}>
              <thead>
                <tr>
                  {list.selectable && <td />}
                  {columns.map(({ title }) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                  <td />
                </tr>
              </thead>
              <tbody>
                {listed.items.map((item) => (
                  <tr key={String(item[list.key])}>
                    {list.selectable && (
                      <td>
                        <Checkbox
                          aria-label={`Select: ${nameIn(list, item)}`}
                          checked={ticked.includes(String(item[list.key]))}
                          onChange={({ currentTarget }) => {
                            const id = String(item[list.key])
                            const others = ticked.filter((each) => each !== id)
                            setTicked(currentTarget.checked ? [...others, id] : others)
                          }}
                        />
                      </td>
                    )}
                    {columns.map(({ title, value, scheme }) => {
                      const shown = value(item)
                      return (
                        <td key={title} data-column={title}>
                          {scheme && shown ? <a href={`${scheme}:${shown}`}>{shown}</a> : shown}
                        </td>
                      )
                    })}
                    <td>
                      <RowAction list={list} item={item} act={act} onEvidence={setEvidence} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Card>
          {pages > 1 && (
            <Flex gap={2} align="center">
              <Button
                text="Newer"
                mode="ghost"
                disabled={query.page <= 1}
                onClick={() => turnTo(query.page - 1)}
              />
              <Text size={1}>
                Page {query.page} of {pages}
              </Text>
              <Button
                text="Older"
                mode="ghost"
                disabled={query.page >= pages}
                onClick={() => turnTo(query.page + 1)}
              />
            </Flex>
          )}
        </>
      )}
      {evidence !== undefined && (
        <EvidenceDialog sequence={evidence} onClose={() => setEvidence(undefined)} />
      )}
    </Stack>
  )
}

function RowAction({
  list,
  item,
  act,
  onEvidence,
}: {
  list: InboxList
  item: Item
  act: (id: string, done: string, work: () => Promise<unknown>) => void
  onEvidence: (sequence: number) => void
}) {
  const name = nameIn(list, item)
  const button = (text: string, onClick: () => void) => (
    <Button
      text={text}
      // The same word stands in each row.
      aria-label={name ? `${text}: ${name}` : text}
      mode="ghost"
      fontSize={1}
      padding={2}
      onClick={onClick}
    />
  )
  const id = String(item.id)
  if (list.name === 'reviews') {
    const hide = button('Hide', () => act(id, 'The review is hidden', () => setReviewsHidden([id], true)))
    const show = (text: string, done: string) =>
      button(text, () => act(id, done, () => setReviewsHidden([id], false)))
    if (item.hiddenAt) return show('Show', 'The review is shown again')
    if (!item.pending) return hide
    return (
      <Flex gap={1}>
        {show('Approve', 'The review is approved')}
        {hide}
      </Flex>
    )
  }
  if (list.name === 'purchases' && item.recordedAt)
    return button('Send receipt again', () => act(id, 'The receipt is on its way', () => resendReceipt(id)))
  if (list.name === 'consents') return button('Evidence', () => onEvidence(Number(item.sequence)))
  return null
}

const reviewsWord = (count: number) => (count === 1 ? '1 review is' : `${count} reviews are`)
const BULK_ACTIONS = [
  { title: 'Approve', hidden: false, done: (count: number) => `${reviewsWord(count)} shown` },
  { title: 'Hide', hidden: true, done: (count: number) => `${reviewsWord(count)} hidden` },
]

const nameIn = (list: InboxList, item: Item) =>
  list.columns.find(({ title }) => title === 'Name')?.value(item) ?? ''

const pagesIn = ({ total, limit }: Listed) => Math.max(1, Math.ceil(total / limit))

/** Hands a text to the browser as a file. */
function save(name: string, text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
