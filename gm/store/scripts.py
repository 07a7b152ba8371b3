"""The scripts that run inside the database, each one atomic step.

A script is not rolled back, so each checks everything before its first write. Numbers travel as
text: Lua's would lose digits of chat ids.
"""

from __future__ import annotations

_ENQUEUE = """
local function enqueue(notice, seq)
  local chat, slot = notice.chat, notice.slot
  local old = redis.call('HGET', 'say:' .. chat, slot)
  local fresh = (notice.fresh == '1' or (old and old:sub(2, 2) == '1')) and '1' or '0'
  redis.call('HSET', 'say:' .. chat, slot, notice.ring .. fresh .. seq .. '|' .. notice.body)
  redis.call('ZADD', 'out:' .. chat, 'LT', notice.ready, slot)
  redis.call('ZADD', 'chats', 'LT', notice.ready, chat)
end
"""

COMMIT = (
    _ENQUEUE
    + """
local c = cjson.decode(ARGV[1])

if redis.call('EXISTS', c.answer_key) == 1 then return 'lost' end
if (redis.call('HGET', c.table_key, 'revision') or '0') ~= c.revision then return 'lost' end
if c.alone_key ~= '' and redis.call('ZCARD', c.alone_key) > 0 then return 'lost' end
local length = redis.call('LLEN', c.log_key)
if tostring(length) ~= c.length then return 'lost' end
local kinds = {{c.table_key, 'hash'}, {c.log_key, 'list'}, {'due', 'zset'}, {'chats', 'zset'},
               {'feed', 'stream'}}
for _, step in ipairs(c.index) do kinds[#kinds + 1] = {step.key, 'zset'} end
for _, idler in ipairs(c.idlers) do kinds[#kinds + 1] = {idler, 'zset'} end
for _, notice in ipairs(c.notices) do
  kinds[#kinds + 1] = {'out:' .. notice.chat, 'zset'}
  kinds[#kinds + 1] = {'say:' .. notice.chat, 'hash'}
end
for _, kind in ipairs(kinds) do
  local is = redis.call('TYPE', kind[1]).ok
  if is ~= 'none' and is ~= kind[2] then
    return redis.error_reply('WRONGKIND ' .. kind[1] .. ' is a ' .. is)
  end
end

local revision = string.format('%d', tonumber(c.revision) + 1)
redis.call('HSET', c.table_key, 'revision', revision, 'table', c.table, 'match', c.match,
           'people', c.people)
for _, event in ipairs(c.events) do redis.call('RPUSH', c.log_key, event) end
if c.due == '' then redis.call('ZREM', 'due', c.id)
else redis.call('ZADD', 'due', c.due, c.id) end
for _, step in ipairs(c.index) do
  if step.score == '' then redis.call('ZREM', step.key, c.id)
  else redis.call('ZADD', step.key, step.score, c.id) end
end
for _, idler in ipairs(c.idlers) do
  redis.call('ZREMRANGEBYSCORE', idler, '-inf', c.idle_since)
  redis.call('ZADD', idler, 'NX', c.idle_at, c.id .. '.' .. c.match)
  redis.call('EXPIRE', idler, c.idle_seconds)
end
for n, notice in ipairs(c.notices) do enqueue(notice, revision .. '.' .. n) end
if c.past_key ~= '' then redis.call('SET', c.past_key, c.past, 'EX', c.expire_seconds) end
if c.record_key ~= '' then redis.call('SET', c.record_key, c.record, 'EX', c.record_seconds) end
for _, key in ipairs(c.expire) do redis.call('EXPIRE', key, c.expire_seconds) end
for _, key in ipairs(c.persist) do redis.call('PERSIST', key) end
redis.call('SET', c.answer_key, c.answer, 'EX', c.answer_seconds)
redis.call('XADD', 'feed', 'MAXLEN', '~', '10000', '*', 'table', c.id)
return 'ok'
"""
)
"""ARGV[1]: the change. Returns ok or lost."""

SAY = (
    _ENQUEUE
    + """
local notices = cjson.decode(ARGV[1])
local seq = 's' .. redis.call('INCR', 'said')
for n, notice in ipairs(notices) do enqueue(notice, seq .. '.' .. n) end
return #notices
"""
)
"""ARGV[1]: the notices."""

LOAD = """
local key, prefix, match, since = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local known = redis.call('GET', ARGV[5])
local head = redis.call('HMGET', key, 'revision', 'table', 'match', 'people')
if not head[1] then return false end
local hours = {}
for id in string.gmatch(head[4] or '', '%d+') do
  local set = redis.call('HGET', 'p:' .. id, 'hours')
  if set then
    hours[#hours + 1] = id
    hours[#hours + 1] = set
  end
end
local log = prefix .. head[3]
if head[3] ~= match or redis.call('LLEN', log) < since then since = 0 end
return {head[1], head[2], tostring(since), known, redis.call('GET', 'outage') or '0',
        redis.call('GET', 'beat'), redis.call('LRANGE', log, since, -1), hours}
"""
"""Table key, log prefix, match, since, answer key.

Returns revision, table, since, the answer, outage, beat, events, and of those of the table's
people who set any, id and hours in turn.
"""

_REST = """
local function rest(chat)
  local first = redis.call('ZRANGE', 'out:' .. chat, 0, 0, 'WITHSCORES')
  if first[2] then redis.call('ZADD', 'chats', first[2], chat)
  else redis.call('ZREM', 'chats', chat) end
end
"""

REST = (
    _REST
    + """
rest(ARGV[1])
return 1
"""
)
"""ARGV[1]: the chat to be looked at when the next of its notices may be said, if there is one."""

DONE = (
    _REST
    + """
local chat, slot, value, slots, mark, drawn = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
redis.call('HDEL', 'sending', chat)
if slots ~= '' and drawn ~= '' then
  redis.call('HSET', slots, mark, drawn)
  redis.call('EXPIRE', slots, ARGV[7])
end
if redis.call('HGET', 'say:' .. chat, slot) == value then
  redis.call('HDEL', 'say:' .. chat, slot)
  redis.call('ZREM', 'out:' .. chat, slot)
elseif value:sub(2, 2) == '1' and redis.call('HEXISTS', 'say:' .. chat, slot) == 1 then
  local newer = redis.call('HGET', 'say:' .. chat, slot)
  redis.call('HSET', 'say:' .. chat, slot, newer:sub(1, 1) .. '0' .. newer:sub(3))
end
rest(chat)
return 1
"""
)
"""Chat, slot, the value that was sent, slots key, mark, what was drawn, seconds to keep it."""

CLAIM = """
local ready = redis.call('ZRANGEBYSCORE', 'due', '-inf', ARGV[1], 'LIMIT', 0, 100)
for _, id in ipairs(ready) do redis.call('ZADD', 'due', ARGV[2], id) end
return ready
"""
"""Service time now and then; returns the tables that are due, put off until then."""

BEAT = """
local last, now = redis.call('GET', 'beat'), tonumber(ARGV[1])
redis.call('SET', 'beat', ARGV[1])
if not last then return 0 end
local gap = now - tonumber(last)
if gap > tonumber(ARGV[2]) or gap < 0 then
  redis.call('INCRBY', 'outage', string.format('%d', gap))
  return gap
end
return 0
"""
"""Wall time, and the longest gap that is no outage; returns the gap that was added, in ms."""
