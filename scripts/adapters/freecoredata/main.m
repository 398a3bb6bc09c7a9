// FreeCoreData behind the protocol of 'deleterules-lab conform': a line in, lines out.
// Without ARC, blocks and literals, so that the old runtime will do.

#import <Foundation/Foundation.h>
#import <CoreData/CoreData.h>
#include <stdio.h>
#include <unistd.h>

static FILE *output;
static NSManagedObjectContext *context;
static NSPersistentStore *store;
static NSDictionary *scenario;
static NSMutableDictionary *objects; // by name
static NSArray *preparation;         // what the next object that is deleted does before it is
static NSMutableArray *refusals;
static NSString *reading;
static BOOL given; // while the stored graph is made, which need not validate

static void take(NSDictionary *step);
static void change(NSDictionary *step);

// MARK: - Objects

@interface StageObject : NSManagedObject
@end

@implementation StageObject
- (BOOL)validateForInsert:(NSError **)error {
  return given || [super validateForInsert:error];
}
- (BOOL)validateForUpdate:(NSError **)error {
  return given || [super validateForUpdate:error];
}
- (void)prepareForDeletion {
  NSArray *steps = preparation;
  preparation = nil;
  for (NSDictionary *step in steps) {
    change(step);
    for (NSString *name in [step objectForKey:@"delete"])
      [context deleteObject:[objects objectForKey:name]];
  }
}
@end

static NSManagedObject *object(NSString *name) {
  NSManagedObject *found = [objects objectForKey:name];
  if (found == nil) [NSException raise:@"Problem" format:@"there is no %@", name];
  return found;
}

/// Identifiers are the same instance wherever they are, before and after a save.
static NSString *nameOf(NSManagedObjectID *identifier) {
  for (NSString *name in objects)
    if ([[objects objectForKey:name] objectID] == identifier) return name;
  return nil;
}

static NSRelationshipDescription *relationship(NSManagedObject *of, NSString *name) {
  return [[[of entity] relationshipsByName] objectForKey:name];
}

static NSArray *sorted(NSArray *names) {
  return [names sortedArrayUsingSelector:@selector(compare:)];
}

// MARK: - The model

static int number(NSDictionary *from, NSString *key, int otherwise) {
  NSNumber *value = [from objectForKey:key];
  return value == nil ? otherwise : [value intValue];
}

/// What an attribute of this name is given somewhere; a scenario does not say its type.
static NSAttributeType typeOf(NSString *attribute) {
  NSMutableArray *given = [NSMutableArray arrayWithArray:[scenario objectForKey:@"values"]];
  for (NSDictionary *step in [scenario objectForKey:@"steps"]) {
    if ([step objectForKey:@"set"]) [given addObject:[step objectForKey:@"set"]];
    for (NSDictionary *each in [step objectForKey:@"prepareForDeletion"])
      if ([each objectForKey:@"set"]) [given addObject:[each objectForKey:@"set"]];
  }
  for (NSArray *value in given) {
    if (![[value objectAtIndex:1] isEqual:attribute]) continue;
    id last = [value objectAtIndex:2];
    if ([last isKindOfClass:[NSString class]]) return NSStringAttributeType;
    if (![last isKindOfClass:[NSNumber class]]) continue;
    switch (*[last objCType]) {
      case 'c': case 'C': case 'B': return NSBooleanAttributeType;
      case 'f': case 'd': return NSDoubleAttributeType;
      default: return NSInteger64AttributeType;
    }
  }
  return NSStringAttributeType;
}

static NSDeleteRule ruleNamed(NSString *name) {
  if ([name isEqual:@"cascade"]) return NSCascadeDeleteRule;
  if ([name isEqual:@"deny"]) return NSDenyDeleteRule;
  if ([name isEqual:@"noAction"]) return NSNoActionDeleteRule;
  return NSNullifyDeleteRule;
}

static NSManagedObjectModel *model(void) {
  NSMutableDictionary *entities = [NSMutableDictionary dictionary];
  NSMutableDictionary *properties = [NSMutableDictionary dictionary];
  for (NSDictionary *each in [scenario objectForKey:@"entities"]) {
    NSEntityDescription *entity = [NSEntityDescription new];
    [entity setName:[each objectForKey:@"name"]];
    [entity setManagedObjectClassName:@"StageObject"];
    [entity setAbstract:number(each, @"abstract", 0)];
    [entities setObject:entity forKey:[entity name]];
  }
  for (NSDictionary *each in [scenario objectForKey:@"entities"]) {
    NSMutableDictionary *own = [NSMutableDictionary dictionary];
    for (NSDictionary *said in [each objectForKey:@"attributes"]) {
      NSAttributeDescription *attribute = [NSAttributeDescription new];
      [attribute setName:[said objectForKey:@"name"]];
      [attribute setAttributeType:typeOf([attribute name])];
      [attribute setOptional:number(said, @"optional", 1)];
      [own setObject:attribute forKey:[attribute name]];
    }
    for (NSDictionary *said in [each objectForKey:@"relationships"]) {
      NSRelationshipDescription *relationship = [NSRelationshipDescription new];
      BOOL isToMany = number(said, @"toMany", 0);
      [relationship setName:[said objectForKey:@"name"]];
      [relationship setOptional:number(said, @"optional", 1)];
      [relationship setMinCount:number(said, @"minCount", 0)];
      [relationship setMaxCount:isToMany ? number(said, @"maxCount", 0) : 1];
      [relationship setDeleteRule:ruleNamed([said objectForKey:@"deleteRule"])];
      [relationship setDestinationEntity:[entities objectForKey:[said objectForKey:@"destination"]]];
      [own setObject:relationship forKey:[relationship name]];
    }
    [properties setObject:own forKey:[each objectForKey:@"name"]];
    [[entities objectForKey:[each objectForKey:@"name"]] setProperties:[own allValues]];
  }
  for (NSDictionary *each in [scenario objectForKey:@"entities"]) {
    NSMutableArray *children = [NSMutableArray array];
    for (NSDictionary *other in [scenario objectForKey:@"entities"])
      if ([[other objectForKey:@"parent"] isEqual:[each objectForKey:@"name"]])
        [children addObject:[entities objectForKey:[other objectForKey:@"name"]]];
    if ([children count] > 0)
      [[entities objectForKey:[each objectForKey:@"name"]] setSubentities:children];
    for (NSDictionary *said in [each objectForKey:@"relationships"]) {
      id inverse = [said objectForKey:@"inverse"], other = nil;
      // The inverse may be one that the destination has from a parent.
      NSEntityDescription *entity = [entities objectForKey:[said objectForKey:@"destination"]];
      for (; entity != nil && other == nil; entity = [entity superentity])
        other = [[properties objectForKey:[entity name]] objectForKey:inverse ? inverse : @""];
      [[[properties objectForKey:[each objectForKey:@"name"]]
          objectForKey:[said objectForKey:@"name"]] setInverseRelationship:other];
    }
  }
  NSManagedObjectModel *model = [NSManagedObjectModel new];
  [model setEntities:[entities allValues]];
  return model;
}

/// What the API cannot say, in words; nil where it can say all.
static NSString *unspeakable(void) {
  for (NSDictionary *entity in [scenario objectForKey:@"entities"])
    for (NSDictionary *said in [entity objectForKey:@"relationships"])
      if (number(said, @"toMany", 0) && number(said, @"maxCount", 0) == 1)
        return @"a to-many that holds one at most";
  return nil;
}

// MARK: - Steps

static void insert(NSDictionary *inserted) {
  for (NSString *entity in inserted)
    for (NSString *name in [inserted objectForKey:entity])
      [objects setObject:[NSEntityDescription insertNewObjectForEntityForName:entity
                                                       inManagedObjectContext:context]
                  forKey:name];
}

static void join(NSArray *link, BOOL isLink) {
  NSManagedObject *source = object([link objectAtIndex:0]), *other = object([link objectAtIndex:2]);
  NSString *name = [link objectAtIndex:1];
  if (![relationship(source, name) isToMany])
    [source setValue:isLink ? other : nil forKey:name];
  else if (isLink)
    [[source mutableSetValueForKey:name] addObject:other];
  else
    [[source mutableSetValueForKey:name] removeObject:other];
}

static void set(NSArray *set) {
  NSManagedObject *of = object([set objectAtIndex:0]);
  NSString *name = [set objectAtIndex:1];
  id value = [set objectAtIndex:2];
  NSRelationshipDescription *known = relationship(of, name);
  if (value == [NSNull null]) value = nil;
  if (known != nil) {
    NSMutableSet *others = [NSMutableSet set];
    if ([value isKindOfClass:[NSString class]]) value = [NSArray arrayWithObject:value];
    for (NSString *each in value) [others addObject:object(each)];
    value = [known isToMany] ? (id)others : (id)[others anyObject];
  }
  [of setValue:value forKey:name];
}

static void change(NSDictionary *step) {
  if ([step objectForKey:@"insert"]) insert([step objectForKey:@"insert"]);
  if ([step objectForKey:@"link"]) join([step objectForKey:@"link"], YES);
  if ([step objectForKey:@"unlink"]) join([step objectForKey:@"unlink"], NO);
  if ([step objectForKey:@"set"]) set([step objectForKey:@"set"]);
}

/// Reads along relationships to a property, as an app does.
static void readAlong(NSArray *path) {
  NSArray *from = [NSArray arrayWithObject:object([path objectAtIndex:0])];
  NSUInteger index;
  reading = @"readable";
  @try {
    for (index = 1; index < [path count]; index++) {
      NSMutableArray *found = [NSMutableArray array];
      for (NSManagedObject *each in from) {
        NSString *name = [path objectAtIndex:index];
        id value = [each valueForKey:name];
        if (value != nil && [relationship(each, name) isToMany])
          for (id one in value) [found addObject:one];
        else if (value != nil)
          [found addObject:value];
      }
      if ([found count] == 0) reading = @"empty";
      from = found;
    }
  } @catch (NSException *exception) {
    NSLog(@"%@", exception);
    reading = @"trap";
  }
}

static void refuse(NSError *error) {
  NSMutableDictionary *refusal = [NSMutableDictionary dictionary];
  NSManagedObject *who = [[error userInfo] objectForKey:NSValidationObjectErrorKey];
  NSString *key = [[error userInfo] objectForKey:NSValidationKeyErrorKey], *kind = @"other";
  NSArray *details = [[error userInfo] objectForKey:NSDetailedErrorsKey];
  if ([details count] > 0) {
    for (NSError *each in details) refuse(each);
    return;
  }
  switch ([error code]) {
    case NSValidationMissingMandatoryPropertyError: kind = @"missing"; break;
    case NSValidationRelationshipLacksMinimumCountError: kind = @"tooFew"; break;
    case NSValidationRelationshipExceedsMaximumCountError: kind = @"tooMany"; break;
    case NSValidationRelationshipDeniedDeleteError: kind = @"denied"; break;
  }
  [refusal setObject:kind forKey:@"kind"];
  if (who != nil && nameOf([who objectID])) [refusal setObject:nameOf([who objectID]) forKey:@"object"];
  [refusal setObject:key ? key : @"" forKey:@"relationship"];
  [refusal setObject:[NSNumber numberWithLong:[error code]] forKey:@"code"];
  [refusal setObject:[error localizedDescription] forKey:@"raw"];
  [refusals addObject:refusal];
}

static void take(NSDictionary *step) {
  reading = nil;
  change(step);
  if ([step objectForKey:@"delete"]) {
    preparation = [step objectForKey:@"prepareForDeletion"];
    for (NSString *name in [step objectForKey:@"delete"]) [context deleteObject:object(name)];
    preparation = nil;
  } else if ([step objectForKey:@"save"]) {
    NSError *error = nil;
    [refusals removeAllObjects];
    if (![context save:&error]) refuse(error);
  } else if ([step objectForKey:@"rollback"]) {
    [context rollback];
    [refusals removeAllObjects];
  } else if ([step objectForKey:@"processPendingChanges"]) {
    [context processPendingChanges];
  } else if ([step objectForKey:@"read"]) {
    readAlong([step objectForKey:@"read"]);
  }
}

/// Makes the stored graph, and saves it.
static void prepare(void) {
  NSError *error = nil;
  NSPersistentStoreCoordinator *coordinator =
      [[NSPersistentStoreCoordinator alloc] initWithManagedObjectModel:model()];
  store = [coordinator addPersistentStoreWithType:NSInMemoryStoreType configuration:nil URL:nil
                                          options:nil error:&error];
  if (store == nil) [NSException raise:@"Problem" format:@"no store: %@", error];
  context = [NSManagedObjectContext new];
  [context setPersistentStoreCoordinator:coordinator];
  objects = [NSMutableDictionary new];
  refusals = [NSMutableArray new];
  insert([scenario objectForKey:@"objects"]);
  for (NSArray *link in [scenario objectForKey:@"links"]) join(link, YES);
  for (NSArray *value in [scenario objectForKey:@"values"]) set(value);
  given = YES;
  if (![context save:&error]) [NSException raise:@"Problem" format:@"not saved: %@", error];
  given = NO;
}

// MARK: - Looking

static NSArray *storedObjects(NSString *entity) {
  NSMutableArray *found = [NSMutableArray array];
  for (NSAtomicStoreCacheNode *node in [(NSAtomicStore *)store cacheNodes]) {
    NSEntityDescription *of = [[node objectID] entity];
    while (of != nil && ![[of name] isEqual:entity]) of = [of superentity];
    if (of != nil) [found addObject:node];
  }
  return found;
}

static NSArray *fetch(NSString *entity, NSString *key, BOOL ascending) {
  NSFetchRequest *request = [NSFetchRequest new];
  NSMutableArray *names = [NSMutableArray array];
  NSError *error = nil;
  [request setEntity:[NSEntityDescription entityForName:entity inManagedObjectContext:context]];
  if (key != nil)
    [request setSortDescriptors:[NSArray arrayWithObject:
        [[NSSortDescriptor alloc] initWithKey:key ascending:ascending]]];
  NSArray *found = nil;
  @try {
    found = [context executeFetchRequest:request error:&error];
  } @catch (NSException *exception) {
    // A fetch of a stored object that holds nothing at all raises where nothing is pending; the store
    // then has what it would have found.
    if (key != nil || [context hasChanges]) @throw;
    found = storedObjects(entity);
  }
  if (found == nil) [NSException raise:@"Problem" format:@"not fetched: %@", error];
  for (NSManagedObject *each in found) {
    NSString *name = nameOf([each objectID]);
    if (name != nil) [names addObject:name];
  }
  return names;
}

/// What is seen now. Relationships are read by their identifiers, which fetches no object.
static NSDictionary *look(NSDictionary *wanted) {
  NSMutableDictionary *sight = [NSMutableDictionary dictionary];
  NSMutableArray *alive = [NSMutableArray array], *holds = [NSMutableArray array];
  NSMutableArray *values = [NSMutableArray array], *stored = [NSMutableArray array];
  NSMutableArray *deleted = [NSMutableArray array], *fetched = [NSMutableArray array];
  for (NSDictionary *entity in [scenario objectForKey:@"entities"]) {
    id parent = [entity objectForKey:@"parent"];
    if (parent == nil || parent == [NSNull null])
      [alive addObjectsFromArray:fetch([entity objectForKey:@"name"], nil, YES)];
  }
  for (NSString *name in sorted(alive)) {
    NSManagedObject *each = object(name);
    for (NSString *key in sorted([[[each entity] relationshipsByName] allKeys])) {
      id held = [each primitiveValueForKey:key];
      NSMutableArray *names = [NSMutableArray array];
      if (held != nil && ![held isKindOfClass:[NSSet class]]) held = [NSSet setWithObject:held];
      for (NSManagedObjectID *identifier in held)
        if (nameOf(identifier)) [names addObject:nameOf(identifier)];
      if ([names count] > 0)
        [holds addObject:[NSArray arrayWithObjects:name, key, sorted(names), nil]];
    }
    for (NSString *key in sorted([[[each entity] attributesByName] allKeys])) {
      id value = [each valueForKey:key];
      [values addObject:[NSArray arrayWithObjects:name, key, value ? value : [NSNull null], nil]];
    }
  }
  for (NSAtomicStoreCacheNode *node in [(NSAtomicStore *)store cacheNodes])
    if (nameOf([node objectID])) [stored addObject:nameOf([node objectID])];
  for (NSString *name in objects)
    if ([object(name) isDeleted]) [deleted addObject:name];
  for (NSArray *each in [wanted objectForKey:@"fetch"])
    [fetched addObject:[each arrayByAddingObject:
        fetch([each objectAtIndex:0], [each objectAtIndex:1],
              [[each objectAtIndex:2] isEqual:@"ascending"])]];

  [sight setObject:[wanted objectForKey:@"after"] forKey:@"after"];
  [sight setObject:sorted(alive) forKey:@"alive"];
  [sight setObject:holds forKey:@"holds"];
  [sight setObject:sorted(stored) forKey:@"stored"];
  [sight setObject:sorted(deleted) forKey:@"isDeleted"];
  if ([values count] > 0) [sight setObject:values forKey:@"values"];
  if ([fetched count] > 0) [sight setObject:fetched forKey:@"fetched"];
  if ([refusals count] > 0)
    [sight setObject:[refusals sortedArrayUsingDescriptors:[NSArray arrayWithObjects:
        [[NSSortDescriptor alloc] initWithKey:@"object" ascending:YES],
        [[NSSortDescriptor alloc] initWithKey:@"relationship" ascending:YES], nil]]
              forKey:@"refused"];
  if (reading != nil) [sight setObject:reading forKey:@"read"];
  return sight;
}

// MARK: - Lines

static void say(NSDictionary *line) {
  NSData *data = [NSJSONSerialization dataWithJSONObject:line options:0 error:NULL];
  fwrite([data bytes], 1, [data length], output);
  fputc('\n', output);
  fflush(output);
}

static void run(NSDictionary *request) {
  id seq = [request objectForKey:@"seq"];
  NSMutableArray *sights = [NSMutableArray array];
  NSUInteger index, last = 0;
  scenario = [request objectForKey:@"scenario"];
  for (NSDictionary *wanted in [request objectForKey:@"looks"])
    last = MAX(last, [[wanted objectForKey:@"after"] unsignedIntegerValue]);
  if (unspeakable()) {
    say([NSDictionary dictionaryWithObjectsAndKeys:seq, @"seq", unspeakable(), @"skipped", nil]);
    return;
  }
  for (index = 0; index <= last; index++) {
    say([NSDictionary dictionaryWithObjectsAndKeys:seq, @"seq",
         [NSNumber numberWithUnsignedInteger:index], @"at", nil]);
    if (index == 0)
      prepare();
    else
      take([[scenario objectForKey:@"steps"] objectAtIndex:index - 1]);
    for (NSDictionary *wanted in [request objectForKey:@"looks"])
      if ([[wanted objectForKey:@"after"] unsignedIntegerValue] == index)
        [sights addObject:look(wanted)];
  }
  say([NSDictionary dictionaryWithObjectsAndKeys:seq, @"seq", sights, @"looks", nil]);
}

static void greet(const char *version) {
  NSDictionary *implementation = [NSDictionary dictionaryWithObjectsAndKeys:
      @"FreeCoreData", @"name", [NSString stringWithUTF8String:version], @"version",
      @"Objective-C", @"language", @"coreData", @"framework", @"in memory", @"store", nil];
  NSArray *capabilities = [NSArray arrayWithObjects:
      @"toMany", @"oneToOne", @"manyToMany", @"oneWayToOne", @"oneWayToMany", @"selfRelationship",
      @"cascade", @"nullify", @"deny", @"noAction", @"mandatory", @"counts", @"inheritance",
      @"attributes", @"insert", @"link", @"severalSaves", @"pending", @"rollback",
      @"processPendingChanges", @"read", @"prepareForDeletion", @"fetch", nil];
  say([NSDictionary dictionaryWithObjectsAndKeys:[NSNumber numberWithInt:1], @"protocol",
       implementation, @"implementation", capabilities, @"capabilities", @"scenario", @"isolation",
       nil]);
}

int main(int count, char **words) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  [NSAutoreleasePool new]; // A process answers one question: nothing is let go before it ends.
  output = fdopen(dup(STDOUT_FILENO), "w");
  dup2(STDERR_FILENO, STDOUT_FILENO);
  while ((length = getline(&line, &room, stdin)) > 0) {
    // What is said is kept: the scenario is looked at later.
    NSDictionary *said = [[NSJSONSerialization
        JSONObjectWithData:[NSData dataWithBytes:line length:length] options:0 error:NULL] retain];
    NSString *command = [said objectForKey:@"cmd"];
    if ([command isEqual:@"start"]) {
      greet(count > 1 ? words[1] : "unknown");
    } else if ([command isEqual:@"run"]) {
      @try {
        run(said);
      } @catch (NSException *exception) {
        // What this adapter raises is its own fault; all else is what FreeCoreData does, and ends here.
        NSLog(@"%@", exception);
        if (![[exception name] isEqual:@"Problem"]) abort();
        say([NSDictionary dictionaryWithObjectsAndKeys:[said objectForKey:@"seq"], @"seq",
             [exception reason], @"failed", nil]);
      }
    } else {
      break;
    }
  }
  return 0;
}
