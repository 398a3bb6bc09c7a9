#!/usr/bin/env ruby
# frozen_string_literal: true

# ActiveRecord over SQLite behind the protocol of the conformance harness; classes are made from
# each scenario.
#
# Rules are `dependent:`, on the object that is destroyed: cascade is :destroy, nullify :nullify,
# deny :restrict_with_error, noAction nothing at all. What is deleted before one save is destroyed
# one after the other in one transaction.

require "active_record"
require "json"
require "set"

CAPABILITIES = %w[
  toMany oneToOne manyToMany oneWayToOne oneWayToMany selfRelationship cascade nullify deny noAction
  mandatory insert link severalSaves rollback
].freeze
DEPENDENT = { "cascade" => :destroy, "nullify" => :nullify, "deny" => :restrict_with_error }.freeze

# A scenario that cannot be said; the reason is told.
class Skip < StandardError; end

# One end of a bond, with the defaults of the protocol.
End = Struct.new(:entity, :name, :destination, :to_many, :optional, :rule, :inverse) do
  def mandatory? = !to_many && !optional
end

# A relationship and its inverse; the entity of `ahead` has the key, where one end is a to-one.
Bond = Struct.new(:ahead, :back) do
  def key? = !ahead.to_many
  def own_inverse? = ahead == back
end

# The entities of a scenario.
class Model
  attr_reader :ends, :bonds

  def initialize(scenario)
    @ends = scenario["entities"].to_h do |entity|
      stated = entity.fetch("relationships", [])
      [entity["name"], stated.to_h { |each| [each["name"], make_end(entity["name"], each)] }]
    end
    @bonds = []
    @ends.each_value do |each|
      each.each_value do |one|
        @bonds << bond(one) unless @bonds.any? { |bond| [bond.ahead, bond.back].include?(one) }
      end
    end
  end

  private

  def make_end(entity, stated)
    End.new(entity, stated["name"], stated["destination"], stated.fetch("toMany", false),
            stated.fetch("optional", true), stated.fetch("deleteRule", "nullify"),
            stated["inverse"])
  end

  # The key of a 1:1 stands where it must not be empty, else where an end that does nothing is the
  # other one.
  def bond(one)
    return Bond.new(one, nil) unless one.inverse

    other = @ends[one.destination][one.inverse]
    if one.to_many == other.to_many
      weights = [[other, one], [one, other]].map do |own, far|
        [own.mandatory? ? 1 : 0, far.rule == "noAction" ? 1 : 0]
      end
      turned = (weights[0] <=> weights[1]).positive?
    else
      turned = one.to_many
    end
    turned ? Bond.new(other, one) : Bond.new(one, other)
  end
end

# The classes and tables of a model.
class Mapping
  attr_reader :classes, :keys, :rows

  def initialize(model, links)
    @space = Module.new
    Object.const_set(:"Scenario#{@space.object_id}", @space)
    # What each end is stored by: a column, or a class of rows between.
    @keys = {}
    @rows = {}
    @classes = model.ends.keys.to_h { |entity| [entity, make_class("E#{entity}", entity)] }
    model.bonds.each { |bond| add(bond, links) }
    @classes.each_value(&:reset_column_information)
  end

  def close
    Object.send(:remove_const, :"Scenario#{@space.object_id}")
    ActiveSupport::DescendantsTracker.clear
  end

  private

  def make_class(name, table)
    ActiveRecord::Base.connection.create_table(table, force: true)
    made = Class.new(ActiveRecord::Base) do
      self.table_name = table
      # Its name may be a word that such a class has no room for.
      self.inheritance_column = nil
    end
    @space.const_set(name, made)
  end

  def add(bond, links)
    ahead, back = bond.to_a
    raise Skip, "a key that is its own inverse" if bond.key? && bond.own_inverse?
    if back&.mandatory? && !bond.own_inverse?
      raise Skip, "a mandatory to-one at the end that has no key"
    end

    if bond.key?
      raise Skip, "deny at the end that has the key" if ahead.rule == "deny"

      add_key(ahead.entity, ahead.destination, ahead, back)
    elsif back.nil? && held_once?(ahead, links)
      # The natural way to say that one has many: the many lead to it.
      add_key(ahead.destination, ahead.entity, nil, ahead)
    else
      add_many(bond)
    end
  end

  def held_once?(one, links)
    held = links.select { |_, name, _| name == one.name }.map(&:last)
    held.uniq.size == held.size
  end

  def add_key(owner, target, ahead, back)
    one = ahead || back
    key = "#{one.entity}_#{one.name}_key"
    ActiveRecord::Base.connection.add_column(owner, key, :integer)
    @keys[ahead] = [key, true] if ahead
    @keys[back] = [key, false] if back
    if ahead
      @classes[owner].belongs_to(
        :"#{ahead.name}_", class_name: @classes[target].name, foreign_key: key,
        optional: ahead.optional, **dependent(ahead, %w[cascade]))
      ActiveRecord::Base.connection.change_column_null(owner, key, false) if ahead.mandatory?
    end
    return unless back

    kind = back.to_many ? :has_many : :has_one
    @classes[target].send(
      kind, :"#{back.name}_", class_name: @classes[owner].name, foreign_key: key,
      **dependent(back, DEPENDENT.keys))
  end

  def dependent(one, rules)
    rules.include?(one.rule) ? { dependent: DEPENDENT[one.rule] } : {}
  end

  # has_many through a class of rows; to destroy what is behind them takes a callback.
  def add_many(bond)
    raise Skip, "a many-to-many that is its own inverse" if bond.own_inverse?

    name = "#{bond.ahead.entity}_#{bond.ahead.name}_rows"
    made = make_class("R#{name}", name)
    %i[source target].zip([bond.ahead, bond.back], [bond.ahead.entity, bond.ahead.destination])
                     .each do |side, one, entity|
      ActiveRecord::Base.connection.add_column(name, "#{side}_id", :integer)
      made.belongs_to(side, class_name: @classes[entity].name, optional: true)
      through(one, made, side) if one
    end
    made.reset_column_information
  end

  def through(one, made, side)
    other = side == :source ? :target : :source
    @rows[one] = [made, side, other]
    rows = :"#{one.name}_rows"
    options = one.rule == "nullify" ? { dependent: :delete_all } : {}
    many = one.rule == "deny" ? { dependent: :restrict_with_error } : {}
    @classes[one.entity].class_eval do
      if one.rule == "cascade"
        before_destroy do
          them = send("#{one.name}_").to_a
          # Without its rows, nobody comes back to it.
          send(rows).delete_all
          them.each(&:destroy!)
        end
      end
      has_many rows, class_name: made.name, foreign_key: "#{side}_id", **options
      has_many :"#{one.name}_", through: rows, source: other, **many
    end
  end
end

# The objects of one scenario; what a save is to do is one transaction.
class Store
  def initialize(scenario)
    @model = Model.new(scenario)
    raise Skip, "to set a relationship" if scenario["steps"].any? { |step| step.key?("set") }

    links = scenario.fetch("links", [])
    @mapping = Mapping.new(@model, links + scenario["steps"].filter_map { |step| step["link"] })
    @entities = {}
    @ids = {}
    rollback
    insert(scenario.fetch("objects", {}))
    links.each { |each| link(each) }
    save
    raise Skip, "a stored graph that is refused" if @refused
  end

  def insert(objects)
    objects.each do |entity, names|
      names.each do |name|
        @entities[name] = entity
        @ids[name] = @ids.size + 1
        @changes << [:insert, name]
      end
    end
  end

  def link(link) = @changes << [:link, link]

  def unlink(link) = @changes << [:unlink, link]

  def delete(names) = @doomed.concat(names)

  def rollback(_ = nil)
    @changes = []
    @doomed = []
    @refused = nil
  end

  def save(_ = nil)
    before = nil
    @refused = nil
    ActiveRecord::Base.transaction do
      apply
      before = held_by_keys if @refused.nil?
      @doomed.each { |name| destroy(name) if @refused.nil? }
      raise ActiveRecord::Rollback if @refused
    end
    return if @refused

    rollback
    check(before)
  end

  def look(step)
    alive = alive_by_entity
    listed = alive.flat_map { |entity, ids| ids.map { |id| name(entity, id) } }.sort
    return { after: step, stored: listed, refused: @refused } if @refused

    seen = nil
    ActiveRecord::Base.transaction do
      apply
      raise Skip, "a look at what no save would let pass" if @refused

      seen = { after: step, alive: alive_by_entity.flat_map { |entity, ids|
        ids.map { |id| name(entity, id) }
      }.sort, holds: holds }
      raise ActiveRecord::Rollback
    end
    seen
  end

  def close = @mapping.close

  private

  def destroy(name)
    thing = record(name)
    return unless thing

    refuse("denied", thing.errors.full_messages.join(" ")) unless thing.destroy
  rescue ActiveRecord::RecordNotDestroyed => error
    refuse("denied", error.record.errors.full_messages.join(" "))
  rescue ActiveRecord::NotNullViolation => error
    refuse("missing", error.message)
  end

  def refuse(kind, raw)
    @refused = [{ kind: kind, raw: raw }]
  end

  def record(name) = @mapping.classes[@entities[name]].find_by(id: @ids[name])

  # New and changed objects are validated once all are written, as they may lead to each other.
  def apply
    things = Hash.new { |all, name| all[name] = record(name) }
    later = []
    @changes.each do |verb, argument|
      if verb == :insert
        things[argument] = @mapping.classes[@entities[argument]].new(id: @ids[argument])
      else
        change(verb, argument, things, later)
      end
    end
    present = things.values.compact
    present.each { |thing| thing.save!(validate: false) }
    present.each do |thing|
      refuse("missing", thing.errors.full_messages.join(" ")) unless thing.valid?
    end
    later.each(&:call)
  rescue ActiveRecord::NotNullViolation => error
    refuse("missing", error.message)
  end

  def change(verb, link, things, later)
    source, name, destination = link
    one = @model.ends[@entities[source]][name]
    if (place = @mapping.rows[one])
      made, side, other = place
      row = { "#{side}_id" => @ids[source], "#{other}_id" => @ids[destination] }
      later << -> { verb == :link ? made.find_or_create_by!(row) : made.where(row).delete_all }
      return
    end
    key, ahead = @mapping.keys[one]
    owner, other = ahead ? [source, destination] : [destination, source]
    is_unique = ahead ? one.inverse && !@model.ends[one.destination][one.inverse].to_many
                      : !one.to_many
    if verb == :link && is_unique
      @ids.each_key do |name_of|
        next unless @entities[name_of] == @entities[owner] && name_of != owner
        next unless (thing = things[name_of]) && thing[key] == @ids[other]

        thing[key] = nil
      end
    end
    thing = things[owner]
    if verb == :link
      thing[key] = @ids[other]
    elsif thing[key] == @ids[other]
      thing[key] = nil
    end
  end

  def held_by_keys
    @model.bonds.select { |bond| bond.key? && bond.back && bond.ahead.rule == "noAction" }
          .to_h { |bond| [bond.ahead, pairs(bond.ahead)] }
  end

  def check(before)
    alive = alive_by_entity
    before.each do |one, held|
      held.each do |here, there|
        next if alive[one.entity].include?(here) || !alive[one.destination].include?(there)

        raise Skip, "both ends of a link in tables, which store one"
      end
    end
  end

  # What an end holds: the numbers of who holds whom.
  def pairs(one)
    if (place = @mapping.rows[one])
      made, side, other = place
      return made.pluck("#{side}_id", "#{other}_id")
    end
    key, ahead = @mapping.keys[one]
    owner = @mapping.classes[ahead ? one.entity : one.destination]
    found = owner.where.not(key => nil).pluck(:id, key)
    ahead ? found : found.map(&:reverse)
  end

  def alive_by_entity = @mapping.classes.transform_values { |each| each.pluck(:id).to_set }

  def name(entity, id) = @ids.key(id).tap { |found| raise "no #{entity} #{id}" unless found }

  def holds
    alive = alive_by_entity
    (@mapping.keys.keys + @mapping.rows.keys).flat_map do |one|
      held = pairs(one).select { |here, _| alive[one.entity].include?(here) }
      held.group_by(&:first).map do |here, them|
        [name(one.entity, here), one.name, them.map { |_, id| name(one.destination, id) }.sort]
      end
    end
  end
end

# The loop: reads requests, and writes answers where nothing else can write.
class Loop
  def initialize
    @output = $stdout.dup
    $stdout.reopen($stderr)
  end

  def run
    while (line = $stdin.gets)
      request = JSON.parse(line)
      case request["cmd"]
      when "start" then start
      when "run" then answer(request)
      else break
      end
    end
  end

  private

  def say(line)
    @output.puts(JSON.generate(line))
    @output.flush
  end

  def start
    say(protocol: 1, capabilities: CAPABILITIES, isolation: "shared",
        implementation: { name: "ActiveRecord", version: ActiveRecord.version.to_s,
                          language: "Ruby", framework: "other", store: "SQLite in memory" })
  end

  def answer(request)
    say(seq: request["seq"], looks: looks(request))
  rescue Skip => reason
    say(seq: request["seq"], skipped: reason.message)
  rescue StandardError => error
    warn(error.full_message(highlight: false))
    say(seq: request["seq"], failed: "#{error.class}: #{error.message}")
  end

  def looks(request)
    wanted = request["looks"].map { |look| look["after"] }
    store = nil
    seen = []
    (0..request["scenario"]["steps"].size).each do |at|
      say(seq: request["seq"], at: at)
      if at.zero?
        store = Store.new(request["scenario"])
      else
        request["scenario"]["steps"][at - 1].each { |verb, argument| store.send(verb, argument) }
      end
      seen << store.look(at) if wanted.include?(at)
    end
    seen
  ensure
    store&.close
  end
end

ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
ActiveRecord::Schema.verbose = false
Loop.new.run
