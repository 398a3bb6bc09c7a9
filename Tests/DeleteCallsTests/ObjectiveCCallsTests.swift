import DeleteCalls
import ModelFiles
import SourceText
import SwiftSource
import Testing

@Suite("What do calls in Objective-C delete?")
struct ObjectiveCCallsTests {
  private static let header = """
    @interface Library : NSObject
    @property (nonatomic, strong) Book *book;
    @property NSManagedObjectID *identifier;
    @end
    """
  private static let source = """
    @implementation Library
    - (void)removeBook:(Book *)book {
      [self.managedObjectContext deleteObject:book]; //> delete Book
    }
    - (void)clear:(ShelfMO *)shelf in:(NSManagedObjectContext *)context {
      for (Book *one in shelf.books) { [context deleteObject:one]; } //> delete Book
      [context deleteObject: shelf]; //> delete Shelf
      [shelf removeBooksObject:self.book]; //> unlink Book
      [shelf removeBooks:shelf.books]; //> unlink Book
      [self.book setShelf:nil]; //> unlink Shelf
      self.book.shelf = nil; //> unlink Shelf
      [context deleteObject:_book.shelf]; //> delete Shelf
      [shelf MR_deleteEntity]; //> delete Shelf
      [self.book.shelf MR_deleteEntityInContext:context]; //> delete Shelf
      [Disc MR_truncateAll]; //> delete Disc
      [Book MR_deleteAllMatchingPredicate:all inContext:context]; //> delete Book
      [context MR_deleteObjects:shelf.books]; //> delete Book
      [Disc MR_findAll];
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Disc"];
      [context executeRequest:[[NSBatchDeleteRequest alloc] initWithFetchRequest:request] error:nil]; //> batchDelete Disc
      NSBatchDeleteRequest *all = [[NSBatchDeleteRequest alloc] initWithFetchRequest:[Book fetchRequest]]; //> batchDelete Book
      NSManagedObject *object = [context existingObjectWithID:self.identifier error:nil];
      [context deleteObject:object]; //> delete ?
      [context deleteObject:(Disc *)object]; //> delete Disc
      [context performBlock:^{ [context deleteObject:shelf]; }]; //> delete Shelf
      [shelf.books enumerateObjectsUsingBlock:^(Book *each, BOOL *stop) { [context deleteObject:each]; }]; //> delete Book
      id other = object;
      [context deleteObject:other]; //> delete ?
      id mixed = other ? shelf : self.book;
      [context deleteObject:mixed]; //> delete ?
      [self.views removeObject:shelf];
      self.delegate = nil;
      // [context deleteObject:shelf];
    #if 0
      [context deleteObject:shelf];
      #if DEBUG
      [context deleteObject:shelf];
      #endif
      [context deleteObject:shelf];
    #else
      [context deleteObject:shelf]; //> delete Shelf
    #endif
    #if DEBUG
      [context deleteObject:shelf]; //> delete Shelf
    #endif
    #if 1
      [context deleteObject:shelf]; //> delete Shelf
      #if OTHER
      [context deleteObject:shelf]; //> delete Shelf
      #else
      [context deleteObject:shelf]; //> delete Shelf
      #endif
    #elif OTHER
      [context deleteObject:shelf];
    #else
      #if 1
      [context deleteObject:shelf];
      #endif
      [context deleteObject:shelf];
    #endif
    #if OTHER
      [context deleteObject:shelf]; //> delete Shelf
    #elif 0
      [context deleteObject:shelf];
    #elif 1
      [context deleteObject:shelf]; //> delete Shelf
    #else
      [context deleteObject:shelf];
    #endif
    }
    - (void)removeAll:(NSArray<Book *> *)books in:(NSManagedObjectContext *)context {
      [context deleteObject:books[0]]; //> delete Book
      [context deleteObject:[books objectAtIndex:1]]; //> delete Book
      [context deleteObject:books.firstObject.shelf]; //> delete Shelf
      for (id one in books) { [context deleteObject:one]; } //> delete Book
      NSFetchRequest *request = [[NSFetchRequest alloc] init];
      [request setEntity:[NSEntityDescription entityForName:@"Disc" inManagedObjectContext:context]];
      NSArray *found = [context executeFetchRequest:request error:nil];
      for (NSManagedObject *one in found) { [context deleteObject:one]; } //> delete Disc
      NSError *error = nil;
      id first = [[context executeFetchRequest:request error:&error] firstObject];
      [context deleteObject:first]; //> delete Disc
      NSFetchRequest *other = [NSFetchRequest new];
      other.entity = [Book entity];
      [context deleteObject:[[context executeFetchRequest:other error:nil] lastObject]]; //> delete Book
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:other]; //> batchDelete Book
      NSManagedObject *either;
      if (found) { either = books[0]; } else { either = [self next]; }
      [context deleteObject:either]; //> delete ?
      id last = nil;
      if (found) { last = [self next]; } else { last = books[0]; }
      [context deleteObject:last]; //> delete ?
      id both;
      if (found) { both = books[0]; } else { both = books[0].shelf; }
      [context deleteObject:both]; //> delete ?
      [self.shelves enumerateObjectsUsingBlock:^(id each, NSUInteger place, BOOL *stop) {
        [context deleteObject:each]; //> delete ?
      }];
    }
    - (void)removeEither:(NSInteger)kind in:(NSManagedObjectContext *)context {
      NSFetchRequest *request = [NSFetchRequest new];
      if (kind) {
        request.entity = [NSEntityDescription entityForName:@"Book" inManagedObjectContext:context];
        [context deleteObject:[context executeFetchRequest:request error:nil].firstObject]; //> delete Book
      } else {
        [request setEntity:[NSEntityDescription entityForName:@"Disc" inManagedObjectContext:context]];
        [context deleteObject:[[context executeFetchRequest:request error:nil] firstObject]]; //> delete Disc
      }
      [context deleteObject:[[context executeFetchRequest:request error:nil] firstObject]]; //> delete ?
      NSFetchRequest *other;
      if (kind) other = [NSFetchRequest fetchRequestWithEntityName:@"Book"];
      else other = [NSFetchRequest fetchRequestWithEntityName:@"Disc"];
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:other]; //> batchDelete ?
      NSFetchRequest *third;
      switch (kind) {
      case 1: third = [NSFetchRequest fetchRequestWithEntityName:@"Book"]; break;
      default: third = [NSFetchRequest fetchRequestWithEntityName:@"Disc"];
      }
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:third]; //> batchDelete ?
      NSFetchRequest *chosen = kind ? [Book fetchRequest] : [Disc fetchRequest];
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:chosen]; //> batchDelete ?
      NSFetchRequest *next = [Book fetchRequest];
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:next]; //> batchDelete Book
      next = [Disc fetchRequest];
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:next]; //> batchDelete Disc
      if (kind) { next = [Disc fetchRequest]; }
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:next]; //> batchDelete Disc
    }
    - (void)next { [self.context deleteObject:shelf]; } //> delete ?
    - (void)drop:(ShelfMO *)shelf {
      [self.context deleteObject:shelf]; //> delete Shelf
      [other save:nil];
      [self.context save:nil]; //> save Shelf
      [self.context save:NULL];
      [self.context deleteObject:shelf]; //> delete Shelf
      [self.context save:&error];
      [self.context deleteObject:shelf]; //> delete Shelf
      if (![self.context save:nil]) { return; }
      [self.context deleteObject:shelf]; //> delete Shelf
    }
    - (void)saveAll { [self.context save:nil]; }
    - (void)remove:(NSManagedObject *)object { [self.context deleteObject:object]; } //> delete given Book or Disc
    - (void)removeEach:(NSArray *)all { for (id one in all) { [self.context deleteObject:one]; } } //> delete given Book or Shelf
    - (void)clear:(id)object animated:(BOOL)isAnimated { [self remove:object]; } //> delete given Disc
    - (void)removeKind:(Disc *)disc of:(ShelfMO *)shelf {
      [self remove:self.book]; //> delete Book
      [self removeEach:shelf.books.allObjects]; //> delete Book
      [self clear:disc animated:YES]; //> delete Disc
      [self.views removeEach:shelf]; //> delete ?
      [[Library sharedLibrary] removeBook:self.book]; //> delete Book
      [[NSCache defaultCache] removeBook:self.book];
      [disc discard]; //> delete Disc
      [shelf discard]; //> delete Shelf
      [shelf discardNow]; //> delete Shelf
      [disc removeFrom:self];
      shelf.isDiscarded = YES;
    }
    @end
    NSString * const BooksKey = @"books";
    @implementation ShelfMO
    - (void)discardNow { [self.managedObjectContext deleteObject:self]; } //> delete Shelf
    - (void)empty { self.books = nil; } //> unlink Book
    - (void)drop:(Book *)book { [self removeBooksObject:book]; } //> unlink Book
    - (void)emptyAll { self.books = [NSSet set]; } //> unlink Book
    - (void)renew { self.books = [[NSMutableSet alloc] init]; } //> unlink Book
    - (void)fill:(Book *)book { self.books = [NSSet setWithObject:book]; }
    - (void)dropAll:(NSSet *)books { [[self mutableSetValueForKey:@"books"] minusSet:books]; } //> unlink Book
    - (void)dropByKey:(Book *)book {
      [[self mutableSetValueForKey:BooksKey] removeObject:book]; //> unlink Book
      [[self mutableSetValueForKey:BooksKey] removeAllObjects]; //> unlink Book
      [[self mutableSetValueForKey:BooksKey] addObject:book];
      [[self mutableSetValueForKey:TitlesKey] removeAllObjects];
    }
    - (void)dropByVariable:(Book *)book {
      NSMutableSet *books = [self mutableSetValueForKey:@"books"];
      for (NSManagedObject *one in books) { [self.managedObjectContext deleteObject:one]; } //> delete Book
      [books removeObject:book]; //> unlink Book
      if (books.count > 1) { [books removeAllObjects]; } //> unlink Book
      NSMutableOrderedSet *ordered = [self mutableOrderedSetValueForKey:BooksKey];
      [ordered minusOrderedSet:self.others]; //> unlink Book
      [books addObject:book];
      NSMutableSet *copy = [books mutableCopy];
      [copy removeAllObjects];
      NSMutableSet *titles = [self mutableSetValueForKey:TitlesKey];
      [titles removeAllObjects];
      books = [NSMutableSet setWithObject:book];
      [books removeObject:book];
    }
    @end
    @implementation Disc
    - (void)discard { [self discardNow:YES]; } //> delete Disc
    - (void)removeFrom:(Library *)library {}
    @end
    @implementation NSManagedObject (Discarding)
    - (void)discard { [self discardNow:NO]; } //> delete given Shelf
    - (BOOL)discardNow:(BOOL)isForced { [self.managedObjectContext deleteObject:self]; return YES; } //> delete given Disc or Shelf
    @end
    void DeleteBook(Book *book, BOOL isForced) {
      [context deleteObject:book]; //> delete Book
    }
    static NSUInteger RemoveObject(Library *library, NSManagedObject *object) {
      [library.context deleteObject:object]; //> delete given Disc
      return 1;
    }
    void DeleteAll(NSSet<Book *> *books, Disc *disc) {
      for (Book *one in books) { DeleteBook(one, YES); } //> delete Book
      if (RemoveObject(nil, disc) > 0) { DeleteNothing(disc); } //> delete Disc
    }
    typedef NS_ENUM(NSInteger, DeleteKind) { DeleteKindAll };
    @implementation Sweeper
    - (void)sweep:(ShelfMO *)shelf {
      DeleteAll(shelf.books, nil); //> delete Book
      if (shelf) DeleteBook(shelf.books.anyObject, NO); //> delete Book
    }
    - (void)sweepKinds:(NSManagedObject *)object and:(Book *)book {
      if ([object isKindOfClass:[Book class]]) {
        [context deleteObject:object]; //> delete Book
      } else if ([object isKindOfClass:[Disc class]] && book) {
        for (Book *one in books) { [context deleteObject:one]; } //> delete Book
        [context deleteObject:object]; //> delete Disc
      } else {
        [context deleteObject:object]; //> delete ?
      }
      if (![object isKindOfClass:[Book class]]) { [context deleteObject:object]; } //> delete ?
      if ([object isKindOfClass:[Book class]] || book) { [context deleteObject:object]; } //> delete ?
    }
    @end
    @implementation Coordinator
    + (void)deleteUnused:(NSManagedObjectContext *)context {
      [self batchDelete:Disc.entity in:context]; //> batchDelete Disc
      [self batchDelete:[Book entity] in:context]; //> batchDelete Book
      [self deleteAllNamed:@"Book" in:context]; //> delete Book
      [self deleteAllOf:[Disc class] in:context]; //> delete Disc
    }
    + (void)batchDelete:(NSEntityDescription *)entity in:(NSManagedObjectContext *)context {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:entity.name];
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:request]; //> batchDelete given Book or Disc
    }
    + (void)deleteAllNamed:(NSString *)name in:(NSManagedObjectContext *)context {
      NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:name];
      for (id one in [context executeFetchRequest:request error:nil]) { [context deleteObject:one]; } //> delete given Book
    }
    + (void)deleteAllOf:(Class)type in:(NSManagedObjectContext *)context {
      NSFetchRequest *request = [type fetchRequest];
      for (id one in [context executeFetchRequest:request error:nil]) { [context deleteObject:one]; } //> delete given Disc
      NSFetchRequest *other = [NSFetchRequest fetchRequestWithEntityName:Book.entity.name];
      [[NSBatchDeleteRequest alloc] initWithFetchRequest:other]; //> batchDelete Book
    }
    - (ShelfMO *)newShelf:(NSManagedObjectContext *)context {
      ShelfMO *first = [[ShelfMO alloc] initWithContext:context];
      first.books = nil;
      ShelfMO *second = [NSEntityDescription insertNewObjectForEntityForName:@"Shelf" inManagedObjectContext:context];
      [second setBooks:nil];
      ShelfMO *third = [[ShelfMO alloc] initWithContext:context];
      third = self.book.shelf;
      third.books = nil; //> unlink Book
      ShelfMO *newest = [ShelfMO newestIn:context];
      newest.books = nil; //> unlink Book
      ShelfMO *found = [ShelfMO insertOrFindIn:context];
      found.books = nil; //> unlink Book
      ShelfMO *fourth = [ShelfMO newShelf:context];
      [self fill:fourth];
      fourth.books = nil; //> unlink Book
      ShelfMO *fifth = [[ShelfMO alloc] initWithContext:context];
      [context save:&error];
      fifth.books = nil; //> unlink Book
      return first;
    }
    @end
    @implementation Other
    - (void)removeFrom:(Disc *)disc { [self.context deleteObject:disc]; } //> delete Disc
    @end
    """
  private static let model = """
    <model>
      <entity name="Shelf" representedClassName="ShelfMO">
        <relationship name="books" toMany="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/>
      </entity>
      <entity name="Book" representedClassName="Book">
        <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="books" inverseEntity="Shelf"/>
      </entity>
      <entity name="Disc" representedClassName="Disc"/>
    </model>
    """

  @Test("By the declared types of parameters, variables, properties and casts")
  func calls() throws {
    let files = [("Library.h", Self.header), ("Library.m", Self.source)].map {
      ObjectiveCFile(SourceFile(path: $0, bytes: Array($1.utf8)))
    }
    let calls = ModelCalls(
      in: [], of: [try Model(reading: Self.model, as: "App.xcdatamodel/contents")], besides: files)
    #expect(calls.gaps == [])
    let found = calls.calls.map { call in
      let given =
        call.givenEntities.isEmpty ? nil : "given \(call.givenEntities.joined(separator: " or "))"
      return "\(call.location.line): \(call.kind) \(call.entity ?? given ?? "?")"
    }
    let lines = Self.source.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.enumerated().compactMap { number, line in
      line.firstRange(of: "//> ").map { "\(number + 1): \(line[$0.upperBound...])" }
    }
    #expect(found.sorted() == expected.sorted())
  }

  @Test("A save that drops its error, and the relationships that its method asks about")
  func saves() throws {
    let text = """
      - (void)drop:(ShelfMO *)shelf {
        if (shelf.books.count > 0) { return; }
        [c deleteObject:shelf];
        [c save:nil];
      }
      """
    let file = ObjectiveCFile(SourceFile(path: "A.m", bytes: Array(text.utf8)))
    let save = ModelCalls(
      in: [], of: [try Model(reading: Self.model, as: "App.xcdatamodel/contents")], besides: [file]
    ).calls.first { $0.kind == .save }
    #expect(save?.hiding == .nilError && save?.deletion?.line == 3)
    #expect(save?.settled == ["Shelf.books"])
  }

  @Test(
    "Swift code knows the contexts, constants and class methods that Objective-C declares, and nothing else by its name alone"
  )
  func declarationsInSwift() throws {
    let header = """
      @interface Stack : NSObject
      @property (strong, nonatomic) NSManagedObjectContext *mainMOC;
      @property NSManagedObjectContext *board;
      @property (readonly, nullable) NSManagedObjectContext *store;
      @end
      @interface Game : NSObject
      @property Board *board;
      @end
      NSString * const ShelfKey = @"shelf";
      @interface Base : NSManagedObject
      + (nonnull instancetype)insertNewObjectInManagedObjectContext:(nonnull NSManagedObjectContext *)context;
      + (nullable instancetype)fetchBookWithTitle:(NSString * _Nonnull)title
                                               on:(nonnull ShelfMO *)shelf;
      + (nonnull NSFetchRequest *)sortedFetchRequest;
      + (ShelfMO *)top:(int)count NS_SWIFT_NAME(highest(_:));
      + (NSArray<Book *> *)allInContext:(NSManagedObjectContext *)context;
      + (Disc *)next;
      + (ShelfMO *)next;
      @end
      """
    let code = """
      func go(book: Book, c: NSManagedObjectContext) throws {
        Stack.shared().mainMOC.delete(book) //> Book
        Stack.shared().mainMOC.delete(Shelf.newest()) //> ?
        Game.shared().board.delete(Shelf.newest())
        book.setValue(nil, forKey: ShelfKey) //> Shelf
        c.delete(Disc.insertNewObject(in: c)) //> Disc
        if let one = Book.fetch(withTitle: "", on: shelf) { c.delete(one) } //> Book
        for one in try c.fetch(Disc.sortedFetchRequest()) { c.delete(one) } //> Disc
        c.delete(Disc.highest(1)) //> Shelf
        c.delete(Book.all(in: c)) //> ?
        c.delete(Book.next()) //> ?
      }
      class Sheet: Stack {
        func go(_ book: Book, other: Other) throws {
          store.delete(book) //> Book
          self.store?.delete(book) //> Book
          for one in try self.store.fetch(Disc.sortedFetchRequest()) { store.delete(one) } //> Disc
          other.store.delete(book) //> ?
        }
      }
      struct Other { let store: Int }
      """
    let files = [ObjectiveCFile(SourceFile(path: "Stack.h", bytes: Array(header.utf8)))]
    let calls = ModelCalls(
      in: [
        SwiftDeclarations(SourceFile(path: "Go.swift", bytes: Array(code.utf8)), keepsCode: true)
      ], of: [try Model(reading: Self.model, as: "App.xcdatamodel/contents")], besides: files
    ).calls
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.enumerated().compactMap { number, line in
      line.firstRange(of: "//> ").map { "\(number + 1) \(line[$0.upperBound...])" }
    }
    #expect(calls.map { "\($0.location.line) \($0.entity ?? "?")" } == expected)
  }

  @Test(
    "Objective-C calls methods in Swift, and Swift those in Objective-C, by the names that they have there"
  )
  func callsAcross() throws {
    let code = """
      @objc(MYDestroyer) final class Destroyer: NSObject {
        let context: NSManagedObjectContext
        @objc func delete(book: Book) { context.delete(book) } //> Book
        @objc func deleteBook(_ book: Book, soon: Bool) throws { context.delete(book) } //> Book
        @objc(dropBook:now:) func drop(book: Book, at: Bool) { context.delete(book) } //> Book
        @objc func delete(for disc: Disc) { context.delete(disc) } //> Disc
        @objc func deleteNothing(_ book: Book) { print(book) }
      }
      @objc final class Manager: NSObject { @objc let destroyer: Destroyer }
      func go(_ sweeper: Sweeper, _ other: Other, _ book: Book) {
        sweeper.clear(book) //> Book
        sweeper.remove(book, from: shelf) //> Book
        sweeper.keep(book)
        other.clear(book)
      }
      """
    let text = """
      @implementation Sweeper
      - (void)go:(Book *)book and:(Disc *)disc with:(Manager *)manager {
        [manager.destroyer deleteWithBook:book]; //> Book
        [[manager destroyer] deleteBook:book soon:YES error:nil]; //> Book
        [manager.destroyer dropBook:book now:YES]; //> Book
        [manager.destroyer deleteFor:disc]; //> Disc
        [manager.destroyer deleteNothing:book];
        [manager.destroyer deleteWithDisc:disc];
        [unknown deleteWithBook:book]; //> ?
      }
      - (void)clear:(Book *)book { [self.context deleteObject:book]; } //> Book
      - (void)removeBook:(Book *)book fromShelf:(ShelfMO *)shelf { [self.context deleteObject:book]; } //> Book
      - (void)keep:(Book *)book { }
      @end
      """
    let calls = ModelCalls(
      in: [
        SwiftDeclarations(SourceFile(path: "A.swift", bytes: Array(code.utf8)), keepsCode: true)
      ],
      of: [try Model(reading: Self.model, as: "App.xcdatamodel/contents")],
      besides: [ObjectiveCFile(SourceFile(path: "B.m", bytes: Array(text.utf8)))]
    ).calls
    for (path, text) in [("A.swift", code), ("B.m", text)] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let expected = lines.enumerated().compactMap { number, line in
        line.firstRange(of: "//> ").map { "\(number + 1) \(line[$0.upperBound...])" }
      }
      let found = calls.filter { $0.location.file == path }
      #expect(found.map { "\($0.location.line) \($0.entity ?? "?")" } == expected)
    }
  }

  @Test(
    "A batch delete is merged if its method asks for identifiers and merges them",
    arguments: [
      (true, true), (true, false), (false, true),
    ])
  func mergedBatches(asks: Bool, merges: Bool) throws {
    let text = """
      @implementation Wiper
      - (void)wipe:(NSManagedObjectContext *)c {
        NSBatchDeleteRequest *all = [[NSBatchDeleteRequest alloc] initWithFetchRequest:[Book fetchRequest]];
        \(asks ? "all.resultType = NSBatchDeleteResultTypeObjectIDs;" : "")
        NSBatchDeleteResult *result = [c executeRequest:all error:nil];
        \(merges ? "[NSManagedObjectContext mergeChangesFromRemoteContextSave:@{NSDeletedObjectsKey: result.result} intoContexts:@[c]];" : "")
      }
      - (void)wipeDiscs { [[NSBatchDeleteRequest alloc] initWithFetchRequest:[Disc fetchRequest]]; }
      """
    let file = ObjectiveCFile(SourceFile(path: "A.m", bytes: Array(text.utf8)))
    let calls = ModelCalls(
      in: [], of: [try Model(reading: Self.model, as: "App.xcdatamodel/contents")], besides: [file]
    ).calls
    #expect(calls.map(\.entity) == ["Book", "Disc"])
    #expect(calls.map(\.isMerged) == [asks && merges, false])
  }
}
