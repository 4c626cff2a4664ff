import { Box, Button, Card, Checkbox, Flex, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { csvOf } from '#studio/inbox/csv.ts'
import { type Action, csvRows, type InboxList, shownColumns } from '#studio/inbox/lists.ts'
import { saveFile } from '#studio/inbox/save-file.ts'
import type { Item, Listed, StaffApi } from '#studio/inbox/staff-api.ts'

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
  /* On a narrow screen each row becomes a list of column names and values. */
  @media (max-width: 900px) {
    thead {
      display: none;
    }
    tr,
    td {
      display: block;
    }
    td[data-column]::before {
      content: attr(data-column) ': ';
    }
  }
`

const REFRESH_MS = 15_000

/** One list with search, filter, pages and actions. It refreshes itself. */
export function InboxTable({ list, api }: { list: InboxList; api: StaffApi }) {
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState({ q: '', filter: '', page: 1 })
  const [listed, setListed] = useState<Listed>()
  const [problem, setProblem] = useState('')
  const [ticked, setTicked] = useState<string[]>([])

  const searchOf = useCallback(() => {
    const search = new URLSearchParams()
    if (query.q) search.set('q', query.q)
    if (query.filter) search.set(list.filter.name, query.filter)
    return search
  }, [query, list])

  // Only the answer to the latest request counts.
  const latest = useRef(0)
  const load = useCallback(async () => {
    const own = ++latest.current
    const search = searchOf()
    search.set('page', String(query.page))
    try {
      const answer = await api.list(list.name, search)
      if (own !== latest.current) return
      const last = pagesIn(answer)
      // The only row of the last page is gone.
      if (query.page > last) return setQuery({ ...query, page: last })
      setListed(answer)
      setProblem('')
    } catch (error) {
      if (own === latest.current) setProblem((error as Error).message)
    }
  }, [api, searchOf, query, list])
  useEffect(() => {
    load()
    const timer = setInterval(() => document.visibilityState === 'visible' && load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [load])

  function find(event: FormEvent) {
    event.preventDefault()
    setQuery({ ...query, q: typed.trim(), page: 1 })
  }

  // A double click acts once: a receipt would go out twice. Other rows can be acted on meanwhile.
  const acting = useRef(new Set<string>())
  const pressed = useRef<Element>(null)
  async function act({ run, done }: Action, ids: string[]) {
    const name = ids.join()
    if (acting.current.has(name)) return
    acting.current.add(name)
    pressed.current = document.activeElement
    try {
      await run(api, ids)
      toast.push({ status: 'success', title: done(ids.length) })
      setTicked((before) => before.filter((id) => !ids.includes(id)))
      await load()
    } catch (error) {
      toast.push({ status: 'error', title: 'That did not work', description: (error as Error).message })
    } finally {
      acting.current.delete(name)
    }
  }

  const status = useRef<HTMLDivElement>(null)
  // Focus goes to the top of the list when its button has disappeared together with the row.
  useEffect(() => {
    if (!listed || !pressed.current || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement === document.body) status.current?.focus()
  }, [listed])
  function turnTo(page: number) {
    setQuery({ ...query, page })
    status.current?.focus() // the pressed button may be disabled now
  }

  async function exportCsv() {
    try {
      const items = await api.all(list.name, list.key, searchOf())
      saveFile(`${list.name}.csv`, 'text/csv', csvOf(csvRows(list, items)))
    } catch (error) {
      toast.push({ status: 'error', title: 'Nothing was exported', description: (error as Error).message })
    }
  }

  const columns = shownColumns(list)
  const idOf = (item: Item) => String(item[list.key])
  // Only rows that are on the page can be acted on.
  const onPage = listed?.items.map(idOf) ?? []
  const chosen = onPage.filter((id) => ticked.includes(id))
  const pages = listed ? pagesIn(listed) : 1
  const small = { mode: 'ghost', fontSize: 1, padding: 2 } as const
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
          {list.bulk && (
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
              {list.bulk.map((action) => (
                <Button
                  key={action.title}
                  {...small}
                  text={`${action.title} selected`}
                  disabled={chosen.length === 0}
                  onClick={() => act(action, chosen)}
                />
              ))}
            </Flex>
          )}
          <Card overflow="auto">
            <Table aria-label={list.title}>
              <thead>
                <tr>
                  {list.bulk && <td />}
                  {columns.map(({ title }) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                  <td />
                </tr>
              </thead>
              <tbody>
                {listed.items.map((item) => {
                  const id = idOf(item)
                  const name = list.columns.find(({ title }) => title === 'Name')?.value(item)
                  return (
                    <tr key={id}>
                      {list.bulk && (
                        <td>
                          <Checkbox
                            aria-label={`Select: ${name}`}
                            checked={ticked.includes(id)}
                            onChange={({ currentTarget: { checked } }) =>
                              setTicked(checked ? [...ticked, id] : ticked.filter((each) => each !== id))
                            }
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
                        <Flex gap={1}>
                          {list.actions?.(item).map((action) => (
                            <Button
                              key={action.title}
                              {...small}
                              text={action.title}
                              // Each row has a button with this text.
                              aria-label={name ? `${action.title}: ${name}` : action.title}
                              onClick={() => act(action, [id])}
                            />
                          ))}
                        </Flex>
                      </td>
                    </tr>
                  )
                })}
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
    </Stack>
  )
}

const pagesIn = ({ total, limit }: Listed) => Math.max(1, Math.ceil(total / limit))
