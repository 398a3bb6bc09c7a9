import Commands

Program.laboratory.main()
